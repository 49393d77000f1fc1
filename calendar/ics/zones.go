package ics

import (
	"fmt"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/text"
)

// zones finds the time zones that a calendar names.
type zones struct {
	named map[string]string         // what the calendar itself says of its names
	found map[string]string         // name → IANA name, "" for none
	known map[string]*time.Location // by IANA name; nil for none
}

// maxZones is how many names of zones are remembered.
const maxZones = 1000

func newZones(all []component) zones {
	z := zones{named: map[string]string{}, found: map[string]string{}, known: map[string]*time.Location{}}
	for _, c := range all {
		if c.name != "VTIMEZONE" {
			continue
		}
		p := propertiesOf(c.own)
		tzid, says := p.value("TZID"), p.value("X-LIC-LOCATION")
		if z.load(says) == nil {
			says = fixed(c.zones)
		}
		if tzid != "" && says != "" && len(z.named) < maxZones {
			z.named[tzid] = says
		}
	}
	return z
}

// fixed is the zone of a VTIMEZONE whose offset never changes, in whole hours;
// "" for all others: their rules are not compared.
func fixed(lines []string) (name string) {
	for _, l := range lines {
		part, line, _ := strings.Cut(l, " ")
		p := property(line)
		switch {
		case part == "DAYLIGHT":
			return ""
		case p == nil || p.IANAToken != "TZOFFSETTO":
			continue
		}
		at, err := time.Parse("-0700", strings.TrimSpace(p.Value))
		if err != nil {
			return ""
		}
		_, seconds := at.Zone()
		here := fmt.Sprintf("Etc/GMT%+d", -seconds/3600) // the signs of these names are turned around
		if seconds == 0 {
			here = "UTC"
		}
		if seconds%3600 != 0 || name != "" && name != here {
			return ""
		}
		name = here
	}
	return name
}

var zoneForm = text.Lazy(`^[A-Za-z0-9_+\-]+(/[A-Za-z0-9_+\-]+)*$`)

// load is an IANA zone, nil if there is none of that name.
func (z zones) load(name string) *time.Location {
	if l, ok := z.known[name]; ok {
		return l
	}
	if name == "" || strings.EqualFold(name, "local") || len(name) > 60 || !zoneForm.MatchString(name) {
		return nil
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		l = nil
	}
	if len(z.known) < maxZones {
		z.known[name] = l
	}
	return l
}

// find is the IANA name of what a calendar calls a zone, "" if it is not known.
func (z zones) find(tzid string) string {
	if name, ok := z.found[tzid]; ok {
		return name
	}
	name := z.look(strings.Trim(tzid, `"' `))
	if name == "" {
		if says := z.named[tzid]; z.load(says) != nil {
			name = says
		}
	}
	if len(z.found) < maxZones {
		z.found[tzid] = name
	}
	return name
}

func (z zones) look(tzid string) string {
	if z.load(tzid) != nil {
		return tzid
	}
	if name := windows[strings.ToLower(tzid)]; name != "" {
		return name
	}
	// /freeassociation.sourceforge.net/Tzfile/Europe/Berlin
	parts := strings.Split(strings.Trim(tzid, "/"), "/")
	for n := min(3, len(parts)-1); n >= 2; n-- {
		if name := strings.Join(parts[len(parts)-n:], "/"); z.load(name) != nil {
			return name
		}
	}
	return ""
}

// windows are the names of zones that Windows uses (Unicode CLDR,
// windowsZones), the common ones, in lower case.
var windows = map[string]string{
	"dateline standard time": "Etc/GMT+12", "hawaiian standard time": "Pacific/Honolulu", "alaskan standard time": "America/Anchorage",
	"pacific standard time": "America/Los_Angeles", "pacific standard time (mexico)": "America/Tijuana", "us mountain standard time": "America/Phoenix",
	"mountain standard time": "America/Denver", "central standard time": "America/Chicago", "canada central standard time": "America/Regina",
	"central america standard time": "America/Guatemala", "central standard time (mexico)": "America/Mexico_City", "eastern standard time": "America/New_York",
	"us eastern standard time": "America/Indianapolis", "sa pacific standard time": "America/Bogota", "atlantic standard time": "America/Halifax",
	"venezuela standard time": "America/Caracas", "sa western standard time": "America/La_Paz", "pacific sa standard time": "America/Santiago",
	"newfoundland standard time": "America/St_Johns", "e. south america standard time": "America/Sao_Paulo", "argentina standard time": "America/Buenos_Aires",
	"sa eastern standard time": "America/Cayenne", "greenland standard time": "America/Godthab", "montevideo standard time": "America/Montevideo",
	"azores standard time": "Atlantic/Azores", "cape verde standard time": "Atlantic/Cape_Verde", "utc": "UTC", "gmt standard time": "Europe/London",
	"greenwich standard time": "Atlantic/Reykjavik", "morocco standard time": "Africa/Casablanca", "w. europe standard time": "Europe/Berlin",
	"central europe standard time": "Europe/Budapest", "romance standard time": "Europe/Paris", "central european standard time": "Europe/Warsaw",
	"w. central africa standard time": "Africa/Lagos", "gtb standard time": "Europe/Bucharest", "middle east standard time": "Asia/Beirut",
	"egypt standard time": "Africa/Cairo", "south africa standard time": "Africa/Johannesburg", "fle standard time": "Europe/Kiev",
	"turkey standard time": "Europe/Istanbul", "israel standard time": "Asia/Jerusalem", "e. europe standard time": "Europe/Chisinau",
	"arabic standard time": "Asia/Baghdad", "arab standard time": "Asia/Riyadh", "russian standard time": "Europe/Moscow",
	"belarus standard time": "Europe/Minsk", "e. africa standard time": "Africa/Nairobi", "iran standard time": "Asia/Tehran",
	"arabian standard time": "Asia/Dubai", "azerbaijan standard time": "Asia/Baku", "georgian standard time": "Asia/Tbilisi",
	"caucasus standard time": "Asia/Yerevan", "afghanistan standard time": "Asia/Kabul", "west asia standard time": "Asia/Tashkent",
	"pakistan standard time": "Asia/Karachi", "ekaterinburg standard time": "Asia/Yekaterinburg", "india standard time": "Asia/Calcutta",
	"sri lanka standard time": "Asia/Colombo", "nepal standard time": "Asia/Katmandu", "central asia standard time": "Asia/Bishkek",
	"bangladesh standard time": "Asia/Dhaka", "myanmar standard time": "Asia/Rangoon", "se asia standard time": "Asia/Bangkok",
	"n. central asia standard time": "Asia/Novosibirsk", "china standard time": "Asia/Shanghai", "north asia standard time": "Asia/Krasnoyarsk",
	"singapore standard time": "Asia/Singapore", "w. australia standard time": "Australia/Perth", "taipei standard time": "Asia/Taipei",
	"ulaanbaatar standard time": "Asia/Ulaanbaatar", "tokyo standard time": "Asia/Tokyo", "korea standard time": "Asia/Seoul",
	"north asia east standard time": "Asia/Irkutsk", "yakutsk standard time": "Asia/Yakutsk", "cen. australia standard time": "Australia/Adelaide",
	"aus central standard time": "Australia/Darwin", "e. australia standard time": "Australia/Brisbane", "aus eastern standard time": "Australia/Sydney",
	"tasmania standard time": "Australia/Hobart", "west pacific standard time": "Pacific/Port_Moresby", "vladivostok standard time": "Asia/Vladivostok",
	"central pacific standard time": "Pacific/Guadalcanal", "new zealand standard time": "Pacific/Auckland", "fiji standard time": "Pacific/Fiji",
	"tonga standard time": "Pacific/Tongatapu", "samoa standard time": "Pacific/Apia",
}
