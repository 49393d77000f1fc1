// @ts-check
// Every text the pages show, as whole sentences in Japanese, English and
// Chinese. Nothing is glued together from pieces, because word order differs.

/** @typedef {'ja'|'en'|'zh'} Language */
/** @typedef {keyof typeof TEXTS} Key */

/** The order of the columns below. */
export const LANGUAGES = /** @type {const} */ (['ja', 'en', 'zh']);

/** All texts: a key, then its sentence in each language. */
export const TEXTS = /** @type {const} */ ({
  // The page
  skip: ['入力欄へ移動', 'Skip to the message box', '跳到输入框'],
  conversation: ['{name}との会話', 'Conversation with {name}', '与{name}的对话'],
  empty: [
    'ここから会話が始まります。なんでも話しかけてください。',
    'This is where the conversation begins. Say whatever you like.',
    '对话从这里开始。想说什么都可以。',
  ],
  loading: ['これまでの会話を読み込んでいます…', 'Loading the conversation…', '正在载入之前的对话……'],
  older: ['前の会話を読み込む', 'Load earlier messages', '载入更早的对话'],
  beginning: ['会話の始まりです', 'The conversation begins here', '对话从这里开始'],
  newMessages: ['新しいメッセージを見る', 'See new messages', '查看新消息'],
  themeDark: ['暗い画面にする', 'Use dark colours', '使用深色界面'],
  themeLight: ['明るい画面にする', 'Use light colours', '使用浅色界面'],
  // The composer
  message: ['メッセージ', 'Message', '消息'],
  placeholder: ['{name}に話しかける', 'Write to {name}', '对{name}说点什么'],
  send: ['送信', 'Send', '发送'],
  stop: ['返事を止める', 'Stop the reply', '停止回答'],
  keys: ['Enter で送信、Shift + Enter で改行', 'Enter sends, Shift + Enter starts a new line', 'Enter 发送，Shift + Enter 换行'],
  // What goes on
  connected: ['つながっています', 'Connected', '已连接'],
  connecting: ['接続しています…', 'Connecting…', '正在连接……'],
  thinking: ['{name}が考えています…', '{name} is thinking…', '{name}正在思考……'],
  writing: ['{name}が書いています…', '{name} is writing…', '{name}正在回复……'],
  tool: ['{name}が道具を使っています…', '{name} is using a tool…', '{name}正在使用工具……'],
  tool_get_time: ['{name}が時計を見ています…', '{name} is looking at the clock…', '{name}正在看时间……'],
  tool_memory_save: ['{name}が覚えています…', '{name} is noting that down…', '{name}正在记下来……'],
  tool_memory_search: ['{name}が思い出しています…', '{name} is trying to remember…', '{name}正在回想……'],
  offline: [
    '接続が切れています。書いた言葉は預かり、つながりしだい送ります。',
    'There is no connection. What you write is kept and sent as soon as it is back.',
    '连接已断开。你写的内容会保存下来，恢复后立即发送。',
  ],
  crowded: [
    '短い間に送りすぎたため、1分ほど待っています。',
    'Too much was sent in a short time; waiting for a minute.',
    '短时间内发送过多，正在等待约一分钟。',
  ],
  outdated: [
    'このページと kokoron の版が合わなくなりました。ページを読み込み直してください。書いた言葉は残っています。',
    'This page no longer fits the running kokoron. Please reload it; what you wrote is kept.',
    '此页面与正在运行的 kokoron 版本不一致。请重新载入页面，你写的内容会保留。',
  ],
  reload: ['読み込み直す', 'Reload', '重新载入'],
  rehearsal: [
    'リハーサル中です。言語モデルではなく、決まった規則が答えています。',
    'This is a rehearsal: fixed rules are answering, not a language model.',
    '现在是排练模式：回答的是固定规则，而不是语言模型。',
  ],
  modelAway: [
    '{time}からモデルが答えていません。言葉は預かり、戻り次第お返事します。',
    'The model has not answered since {time}. What you write is kept and answered when it is back.',
    '模型从{time}起没有回应。你写的话会先保存，恢复后立即回复。',
  ],
  unreadable: [
    'これまでの会話を読めませんでした。もう一度試しています。',
    'The conversation could not be read; trying again.',
    '无法读取之前的对话，正在重试。',
  ],
  // Lines
  you: ['あなた', 'You', '你'],
  notice: ['お知らせ', 'Notice', '通知'],
  answerTo: ['{command} への答え', 'Answer to {command}', '{command} 的结果'],
  fromTerminal: ['端末から', 'from the terminal', '来自终端'],
  fromTelegram: ['Telegram から', 'from Telegram', '来自 Telegram'],
  fromElsewhere: ['{channel} から', 'from {channel}', '来自 {channel}'],
  // What came to mind for a reply
  why: ['なぜ？', 'Why?', '为什么？'],
  whyLabel: ['{name}がこの返事のときに思い出したことを見る', 'See what came to mind for {name} in this reply', '查看{name}在这次回答时想起的事'],
  thumbUp: ['この返事はよかった', 'This reply was good', '这次回答很好'],
  thumbDown: ['この返事はよくなかった', 'This reply was not good', '这次回答不好'],
  // What can be done about what she said unasked
  offers: ['この話しかけについて', 'About this message', '关于这条消息'],
  offerLater: ['あとで', 'Later', '以后再说'],
  offerLess: ['こういう話は控えめに', 'Less like this', '少说这类'],
  offerNever: ['この話はもうしない', 'Never about this', '别再提这个'],
  offerSnooze: ['少しあとでもう一度', 'Again in a while', '稍后再提醒'],
  offerDone: ['済んだ', 'Done', '已完成'],
  tookLater: ['✓ あとで、よいころにもう一度言います', '✓ Will be said again later, at a good moment', '✓ 以后找个合适的时候再说'],
  tookLess: ['✓ こういう話しかけを減らします', '✓ Less like this from now on', '✓ 会少说这类'],
  tookNever: ['✓ これについては、もう話しかけません', '✓ This will not be brought up again', '✓ 不会再主动提起这件事'],
  tookSnooze: ['✓ 少しあとでもう一度お知らせします', '✓ You will be reminded again in a while', '✓ 稍后再提醒一次'],
  tookDone: ['✓ 済みにしました', '✓ Noted as done', '✓ 已记为完成'],
  notTaken: [
    '選んだことが届いたか確かめられません。つながってからもう一度押してください。',
    'It is not known whether your choice arrived. Please press again when connected.',
    '无法确认你的选择是否送达。请在连接后再按一次。',
  ],
  whyTitle: ['この返事のときに思い出したこと', 'What came to mind for this reply', '这次回答时想起的事'],
  whyLoading: ['調べています…', 'Looking it up…', '正在查找……'],
  whyFailed: [
    'いまは調べられませんでした。しばらくしてからもう一度開いてください。',
    'This could not be looked up now. Please open it again in a while.',
    '现在无法查找。请稍后再打开。',
  ],
  whyNone: [
    'このときは、前のことは思い出さずに答えました。',
    'Nothing from before came to mind for this one.',
    '这次回答时没有想起以前的事。',
  ],
  whyGreeting: [
    'あいさつのような言葉だったので、前のことは探しませんでした。',
    'The words asked nothing of memory, so nothing was looked for.',
    '这句话不需要回忆，所以没有查找以前的事。',
  ],
  whyFar: [
    '前のことを探しましたが、これに関係のあるものはありませんでした。',
    'Earlier things were looked through, but nothing was about this.',
    '查找了以前的事，但没有与此相关的内容。',
  ],
  whyGone: ['（いまはもうない記憶です）', '(a memory that is gone by now)', '（这条记忆现在已不存在）'],
  whyProfile: ['あなたについて知っていること', 'What is known of you', '对你的了解'],
  whyRecent: ['昨日と今日のこと', 'Yesterday and today', '昨天和今天的事'],
  whyRelated: ['関係のありそうな記憶', 'Memories that may be about it', '可能相关的记忆'],
  whySkills: ['合いそうな手順', 'Ways of doing things that fit', '合适的做法'],
  whyByBoth: ['言葉が同じで、意味も近いもの', 'same words, and near in meaning', '词语相同，意思也相近'],
  whyByWords: ['言葉が同じもの', 'same words', '词语相同'],
  whyByMeaning: ['意味が近いもの', 'near in meaning', '意思相近'],
  whySaidByYou: ['あなたの言葉', 'you said this', '你说的话'],
  whySaidByHer: ['{name}の言葉', '{name} said this', '{name}说的话'],
  whyRecord: ['覚えていること', 'a kept memory', '记住的事'],
  whyFile: ['メモのファイル', 'a file of notes', '笔记文件'],
  close: ['閉じる', 'Close', '关闭'],
  today: ['今日', 'Today', '今天'],
  yesterday: ['昨日', 'Yesterday', '昨天'],
  copy: ['コピー', 'Copy', '复制'],
  copied: ['コピーしました', 'Copied', '已复制'],
  notCopied: ['コピーできませんでした', 'Could not copy', '无法复制'],
  code: ['コード', 'Code', '代码'],
  // Messages on their way
  sending: ['送信中…', 'Sending…', '正在发送……'],
  queued: ['つながったら送ります', 'Will be sent when connected', '连接后发送'],
  edit: ['書き直す', 'Edit', '重新编辑'],
  retry: ['もう一度送る', 'Send again', '重新发送'],
  discard: ['消す', 'Discard', '删除'],
  too_long: [
    'メッセージが長すぎて送れませんでした。分けて送ってください。',
    'The message is too long to be sent. Please send it in parts.',
    '消息太长，未能发送。请分开发送。',
  ],
  empty_message: ['メッセージが空です。', 'The message is empty.', '消息是空的。'],
  not_allowed: ['この操作はオーナーだけが行えます。', 'Only the owner may do that.', '只有主人可以这样做。'],
  not_kept: [
    'メッセージを保存できなかったので、受け取られていません。もう一度送ってください。',
    'The message could not be saved and was not accepted. Please send it again.',
    '消息未能保存，因此没有接收。请重新发送。',
  ],
  refused: ['メッセージは受け取られませんでした。', 'The message was not accepted.', '消息没有被接收。'],
  // Signing in and out
  signOut: ['サインアウト', 'Sign out', '退出登录'],
  signOutAsk: [
    'このブラウザーからサインアウトします。まだ送っていない言葉と下書きは消えます。もう一度入るには、kokoron link で新しいリンクを作ってください。',
    'You are about to sign out of this browser. Unsent messages and drafts are deleted. To come back, make a new link with kokoron link.',
    '即将在此浏览器退出登录。未发送的内容和草稿会被删除。要再次进入，请用 kokoron link 生成新链接。',
  ],
  signOutFailed: [
    'サインアウトできませんでした。接続を確かめて、もう一度試してください。',
    'Signing out did not work. Check the connection and try again.',
    '未能退出登录。请检查连接后重试。',
  ],
  cancel: ['やめる', 'Cancel', '取消'],
  entering: ['サインインしています…', 'Signing you in…', '正在登录……'],
  enterTitle: ['おかえりなさい', 'Welcome back', '欢迎回来'],
  enterHow: [
    'kokoron を動かしているマシンの端末で次のコマンドを実行し、表示されたリンクをこのブラウザーで開いてください。リンクは15分間、一度だけ使えます。',
    'Run this command in a terminal on the machine where kokoron runs, then open the link it prints in this browser. A link works once and for 15 minutes.',
    '请在运行 kokoron 的机器的终端里执行下面的命令，然后在此浏览器中打开显示的链接。链接只能使用一次，有效期15分钟。',
  ],
  enterBadCode: [
    'このリンクは使用ずみか、期限が切れています。新しいリンクを作ってください。',
    'This link was used before or is too old. Please make a new one.',
    '此链接已使用过或已过期。请生成新的链接。',
  ],
  enterTooFast: [
    '試した回数が多すぎます。少し待ってから、もう一度試してください。',
    'Too many attempts. Wait a little, then try again.',
    '尝试次数过多。请稍候再试。',
  ],
  enterUnreachable: [
    'kokoron につながりません。動いているか確かめて、もう一度試してください。',
    'kokoron cannot be reached. Check that it is running, then try again.',
    '无法连接 kokoron。请确认它正在运行，然后重试。',
  ],
  enterKept: [
    'まだ送っていない言葉は、このブラウザーに残っています。',
    'What you have not sent yet is kept in this browser.',
    '尚未发送的内容仍保存在此浏览器中。',
  ],
  enterRetry: ['もう一度試す', 'Try again', '重试'],
});

/**
 * The first of the wanted languages that the pages speak; English for readers
 * of any other.
 * @param {readonly string[]} wanted BCP 47 tags, the most wanted first
 * @returns {Language}
 */
export function pick(wanted) {
  for (const tag of wanted) {
    const lang = LANGUAGES.find((l) => l === tag.toLowerCase().split('-')[0]);
    if (lang) return lang;
  }
  return 'en';
}

/** Texts in one language. */
export class Texts {
  /** @param {Language} language */
  constructor(language) {
    this.language = language;
    this.column = LANGUAGES.indexOf(language);
  }

  /**
   * The sentence of a key with its {slots} filled in. A slot without a value
   * stays as it is.
   * @param {Key} key
   * @param {Record<string, string>} [slots]
   * @returns {string}
   */
  say(key, slots = {}) {
    const sentence = TEXTS[key][this.column];
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => slots[name] ?? whole);
  }
}
