import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pick, Texts, TEXTS } from '../static/i18n.js';

const root = new URL('../static/', import.meta.url);
const files = readdirSync(root, { recursive: true }).map(String);
const sources = files.filter((f) => f.endsWith('.js')).map((f) => [f, readFileSync(new URL(f, root), 'utf8')]);

test('every text has its sentence and its slots in all languages', () => {
  const slots = (s) => (s.match(/\{\w+\}/g) ?? []).sort().join();
  for (const [key, all] of Object.entries(TEXTS)) {
    assert.equal(all.length, 3, key);
    for (const s of all) {
      assert.ok(s.trim(), key);
      assert.equal(slots(s), slots(all[1]), key);
    }
    assert.doesNotMatch(all[1], /[\u3040-\u30ff\u4e00-\u9fff]/, `${key} has Japanese or Chinese characters in English`);
  }
});

test('every text is said somewhere', () => {
  const said = sources.filter(([f]) => f !== 'i18n.js').map(([, s]) => s).join('\n');
  for (const key of Object.keys(TEXTS)) assert.match(said, new RegExp(`['"]${key}['"]`), `nobody says ${key}`);
});

test('slots are filled, also with texts that look like slots', () => {
  const texts = new Texts('ja');
  assert.equal(texts.say('placeholder', { name: '{name}$&' }), '{name}$&に話しかける');
});

test('the language is the first wanted one that is spoken', () => {
  assert.equal(pick(['fr-FR', 'zh-Hant', 'ja']), 'zh');
  assert.equal(pick(['JA']), 'ja');
  assert.equal(pick(['fr']), 'en');
  assert.equal(pick([]), 'en');
});

test('no page loads or runs what a strict policy forbids', () => {
  for (const f of files.filter((n) => n.endsWith('.html'))) {
    const page = readFileSync(new URL(f, root), 'utf8');
    assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:/i, f);
  }
  for (const [f, source] of sources) {
    assert.doesNotMatch(source, /\beval\(|new Function|outerHTML|insertAdjacentHTML|document\.write|from 'http/, f);
    if (f !== 'view/html.js') assert.doesNotMatch(source, /innerHTML/, `${f}: only view/html.js may put HTML into the page`);
  }
});

test('files are at most 400 lines', () => {
  for (const [f, source] of sources) assert.ok(source.split('\n').length <= 401, f);
});
