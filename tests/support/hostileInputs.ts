/**
 * Texts as people type and paste them, and as attackers do, with what becomes of them. One table for browser, functions
 * and SQL, so that all of them give the same answer.
 */

const ZWSP = "\u200b";
const ZWNJ = "\u200c";
const ZWJ = "\u200d";
const RLO = "\u202e";

/** One line of text. `clean` is empty if nothing visible is left. */
export const LINES: readonly { about: string; typed: string; clean: string }[] = [
  { about: "spaces around", typed: "  Ada\t", clean: "Ada" },
  { about: "zero-width spaces", typed: `${ZWSP}A${ZWSP}da${ZWSP}`, clean: "Ada" },
  { about: "nothing but a zero-width space", typed: ZWSP, clean: "" },
  { about: "nothing but Hangul fillers", typed: "\u3164\u115f\uffa0", clean: "" },
  { about: "nothing but blank Braille", typed: "\u2800", clean: "" },
  { about: "nothing but joiners and selectors", typed: `${ZWJ}${ZWNJ}\ufe0f\u{e0041}`, clean: "" },
  { about: "direction of a pasted contact", typed: "\u202aAda\u202c \u2066Obi\u2069", clean: "Ada Obi" },
  { about: "reversed text", typed: `Ada${RLO}ibO`, clean: "AdaibO" },
  { about: "directional marks", typed: "\u200eAda\u200f\u061c", clean: "Ada" },
  { about: "soft hyphen", typed: "Wollstone\u00adcraft", clean: "Wollstonecraft" },
  { about: "non-breaking and wide spaces", typed: "Ada\u00a0\u3000Obi", clean: "Ada Obi" },
  { about: "byte order mark", typed: "\ufeffAda", clean: "Ada" },
  { about: "word joiner", typed: "A\u2060da", clean: "Ada" },
  { about: "line breaks", typed: "Ada\r\nBcc: eve@example.org\u2028X", clean: "Ada Bcc: eve@example.org X" },
  { about: "control characters", typed: "Ada\u0000\u0007Obi", clean: "Ada Obi" },
  { about: "half of a character", typed: "Ada\ud800", clean: "Ada" },
  { about: "decomposed letters", typed: "Ame\u0301lie", clean: "Amélie" },
  { about: "decomposed letter around an invisible one", typed: `e${ZWSP}\u0301`, clean: "é" },
  { about: "a joiner between Latin letters", typed: `A${ZWJ}d${ZWNJ}a`, clean: "Ada" },
  { about: "a Persian name", typed: `علی${ZWNJ}رضا`, clean: `علی${ZWNJ}رضا` },
  { about: "a Persian name with joiners around", typed: `${ZWNJ}علی${ZWNJ} `, clean: "علی" },
  { about: "a Sinhala name", typed: `ශ්${ZWJ}රී`, clean: `ශ්${ZWJ}රී` },
  { about: "a Malayalam name", typed: `മോഹന്${ZWJ}`, clean: `മോഹന്${ZWJ}` },
  { about: "a Hindi name", typed: `शर्${ZWJ}मा`, clean: `शर्${ZWJ}मा` },
  { about: "a Japanese name", typed: "葛\u{e0100}城", clean: "葛\u{e0100}城" },
  { about: "a selector without a letter", typed: "A\ufe0fda", clean: "Ada" },
  { about: "emoji of several parts", typed: `👩🏽${ZWJ}💻 ❤\ufe0f`, clean: `👩🏽${ZWJ}💻 ❤\ufe0f` },
  {
    about: "the flag of Wales",
    typed: "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
    clean: "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
  },
  { about: "hidden text in tags", typed: "Ada\u{e0041}\u{e0042}", clean: "Ada" },
  { about: "a right-to-left name", typed: "\u200fليلى\u200f", clean: "ليلى" },
  { about: "an apostrophe and a hyphen", typed: "O’Neil-Ọbí", clean: "O’Neil-Ọbí" },
];

export const PHONES: readonly { about: string; typed: string; plain: string }[] = [
  { about: "pasted from a contact", typed: "\u202a+44 20 7946 0000\u202c", plain: "+44 20 7946 0000" },
  { about: "non-breaking spaces", typed: "+44\u00a020\u202f7946\u00a00000", plain: "+44 20 7946 0000" },
  { about: "a soft hyphen and a mark", typed: "\u200e020\u00ad79460000\ufeff", plain: "02079460000" },
  { about: "Arabic digits", typed: "٠٧٩٤٦٠٠٠٠", plain: "079460000" },
  { about: "digits of full width", typed: "＋８１ ３ ００００ ００００", plain: "+81 3 0000 0000" },
];

/** Codes of authenticators, emails and recovery. */
export const CODES: readonly { about: string; typed: string; plain: string }[] = [
  { about: "grouped by spaces", typed: " 123 456 ", plain: "123456" },
  { about: "grouped by a non-breaking space", typed: "123\u00a0456", plain: "123456" },
  { about: "grouped by hyphens and dashes", typed: "12-34–56", plain: "123456" },
  { about: "zero-width spaces", typed: `123${ZWSP}456\ufeff`, plain: "123456" },
  { about: "directional marks", typed: "\u2066123456\u2069", plain: "123456" },
  { about: "Arabic digits", typed: "١٢٣٤٥٦", plain: "123456" },
  { about: "Persian digits", typed: "۱۲۳۴۵۶", plain: "123456" },
  { about: "Devanagari digits", typed: "१२३४५६", plain: "123456" },
  { about: "digits of full width", typed: "１２３４５６", plain: "123456" },
  { about: "mathematical digits", typed: "𝟏𝟐𝟑𝟒𝟓𝟔", plain: "123456" },
  { about: "a recovery code of full width", typed: "ＡＢＣＤ－ＥＦＧＨ", plain: "ABCDEFGH" },
];

export const DISCOUNT_CODES: readonly { about: string; typed: string; plain: string }[] = [
  { about: "spaces around and within", typed: " WELCOME 10\u00a0", plain: "WELCOME10" },
  { about: "a zero-width space", typed: `${ZWSP}WELCOME10`, plain: "WELCOME10" },
  { about: "a dash for the hyphen", typed: "ngo–20", plain: "ngo-20" },
  { about: "full width", typed: "ＷＥＬＣＯＭＥ１０", plain: "WELCOME10" },
  { about: "a soft hyphen", typed: "WEL\u00adCOME10", plain: "WELCOME10" },
];

/** Email addresses. `address` is what is stored and sent, or null if it is refused; `readable` is what people see. */
export const ADDRESSES: readonly {
  about: string;
  typed: string;
  address: string | null;
  readable?: string;
}[] = [
  { about: "an ordinary address", typed: "ada@example.org", address: "ada@example.org" },
  {
    about: "capitals, a plus sign and a subdomain",
    typed: "ADA.Obi+course@mail.Example.co.uk",
    address: "ADA.Obi+course@mail.Example.co.uk",
  },
  {
    about: "every sign of the HTML standard",
    typed: "!#$%&'*+/=?^_`{|}~-@a.org",
    address: "!#$%&'*+/=?^_`{|}~-@a.org",
  },
  { about: "an ampersand", typed: "a&b@example.org", address: "a&b@example.org" },
  { about: "an equals sign", typed: "a=b@example.org", address: "a=b@example.org" },
  { about: "spaces around", typed: "\u00a0 ada@example.org\n", address: "ada@example.org" },
  {
    about: "invisible characters",
    typed: `\ufeffada${ZWSP}@exam\u00adple.org\u200e`,
    address: "ada@example.org",
  },
  { about: "full width", typed: "ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ", address: "ada@example.org" },
  {
    about: "a Cyrillic domain",
    typed: "ada@пример.рф",
    address: "ada@xn--e1afmkfd.xn--p1ai",
    readable: "ada@пример.рф",
  },
  {
    about: "the same in Punycode",
    typed: "ada@XN--e1afmkfd.xn--p1ai",
    address: "ada@xn--e1afmkfd.xn--p1ai",
    readable: "ada@пример.рф",
  },
  {
    about: "a German domain",
    typed: "ada@MÜNCHEN.de",
    address: "ada@xn--mnchen-3ya.de",
    readable: "ada@münchen.de",
  },
  {
    about: "a decomposed domain",
    typed: "ada@mu\u0308nchen.de",
    address: "ada@xn--mnchen-3ya.de",
    readable: "ada@münchen.de",
  },
  {
    about: "a Chinese domain with its full stop",
    typed: "ada@例え。テスト",
    address: "ada@xn--r8jz45g.xn--zckzah",
    readable: "ada@例え.テスト",
  },
  {
    about: "an Arabic domain",
    typed: "ada@مثال.إختبار",
    address: "ada@xn--mgbh0fb.xn--kgbechtv",
    readable: "ada@مثال.إختبار",
  },
  {
    about: "a Hebrew domain with marks",
    typed: "\u200fada@דוגמה.טעסט",
    address: "ada@xn--6dbbec0c.xn--deba0ad",
    readable: "ada@דוגמה.טעסט",
  },
  { about: "nothing", typed: "", address: null },
  { about: "no domain", typed: "ada@", address: null },
  { about: "no local part", typed: "@example.org", address: null },
  { about: "no dot in the domain", typed: "ada@example", address: null },
  { about: "a number as the last label", typed: "ada@192.168.0.1", address: null },
  { about: "a final dot", typed: "ada@example.org.", address: null },
  { about: "a leading dot", typed: ".ada@example.org", address: null },
  { about: "two dots", typed: "ada..obi@example.org", address: null },
  { about: "a dot before the sign", typed: "ada.@example.org", address: null },
  { about: "an inner space", typed: "ada obi@example.org", address: null },
  { about: "a local part in another script", typed: "ädä@example.org", address: null },
  { about: "an underscore in the domain", typed: "ada@exa_mple.org", address: null },
  { about: "a hyphen at the start of a label", typed: "ada@-example.org", address: null },
  { about: "broken Punycode", typed: "ada@xn--\u0430.org", address: null },
  { about: "a path behind an international domain", typed: "ada@пример.рф/evil", address: null },
  { about: "a port behind an international domain", typed: "ada@пример.рф:80", address: null },
  { about: "an encoded domain", typed: "ada@%d0%bf.рф", address: null },
  { about: "two addresses", typed: "ada@example.org,eve@example.org", address: null },
  { about: "two signs", typed: "ada@eve@example.org", address: null },
  { about: "angle brackets", typed: "<ada@example.org>", address: null },
  { about: "a quoted local part", typed: '"ada obi"@example.org', address: null },
  { about: "an email header", typed: "ada@example.org\r\nBcc: eve@example.org", address: null },
  { about: "a local part of 65 characters", typed: `${"a".repeat(65)}@example.org`, address: null },
  { about: "a label of 64 characters", typed: `ada@${"a".repeat(64)}.org`, address: null },
];

/** Amounts of money in pounds. `pence` is null for what is refused. */
export const AMOUNTS: readonly { typed: string; pence: number | null }[] = [
  { typed: "50", pence: 5000 },
  { typed: "£49.90", pence: 4990 },
  { typed: "9,50", pence: 950 },
  { typed: "£ 9,5", pence: 950 },
  { typed: " 1,200.5 ", pence: 120_050 },
  { typed: "1.200,50", pence: 120_050 },
  { typed: "1,200", pence: 120_000 },
  { typed: "12,345,678.00", pence: null },
  { typed: "0.01", pence: 1 },
  { typed: "٩,٥٠", pence: 950 },
  { typed: "９．５０", pence: 950 },
  { typed: `${ZWSP}9.50\u00a0`, pence: 950 },
  { typed: "", pence: null },
  { typed: "0", pence: null },
  { typed: "0,00", pence: null },
  { typed: "-5", pence: null },
  { typed: "5.001", pence: null },
  { typed: "1.200", pence: null },
  { typed: "95,0,0", pence: null },
  { typed: "9,5000", pence: null },
  { typed: "1,23,456", pence: null },
  { typed: "1.200.50", pence: null },
  { typed: "9.", pence: null },
  { typed: "five", pence: null },
  { typed: "1e3", pence: null },
  { typed: "50 EUR", pence: null },
  { typed: "€50", pence: null },
];

/** Time zones as devices name them. Someone may also send any other text. */
export const ZONES: readonly { zone: string; isKnown: boolean }[] = [
  { zone: "Europe/London", isKnown: true },
  { zone: "america/new_york", isKnown: true },
  { zone: "+05:30", isKnown: true },
  { zone: "-09:30", isKnown: true },
  { zone: "Etc/Unknown", isKnown: false },
  { zone: "Mars/Olympus_Mons", isKnown: false },
  { zone: "undefined", isKnown: false },
  { zone: `Europe/London${ZWSP}`, isKnown: false },
  { zone: "Europe/London\0", isKnown: false },
  { zone: "+25:00", isKnown: false },
  { zone: "+05:60", isKnown: false },
  { zone: "+٠٥:٣٠", isKnown: false },
  { zone: "5:30", isKnown: false },
  { zone: "UTC+1", isKnown: false },
  { zone: "../etc/localtime", isKnown: false },
];

/** Days as a date field or a program sends them. */
export const DAYS: readonly { day: string; isPossible: boolean }[] = [
  { day: "2026-11-30", isPossible: true },
  { day: "2028-02-29", isPossible: true },
  { day: "0001-01-01", isPossible: true },
  { day: "9999-12-31", isPossible: true },
  { day: "0000-01-01", isPossible: false },
  { day: "2026-02-29", isPossible: false },
  { day: "2026-13-01", isPossible: false },
  { day: "2026-00-10", isPossible: false },
  { day: "12026-01-01", isPossible: false },
  { day: "-0001-01-01", isPossible: false },
  { day: "30/11/2026", isPossible: false },
  { day: "2026-11-30T00:00:00Z", isPossible: false },
  { day: " 2026-11-30", isPossible: false },
  { day: "２０２６-11-30", isPossible: false },
  { day: "infinity", isPossible: false },
  { day: "today", isPossible: false },
  { day: "", isPossible: false },
];

/** Names of chosen files. */
export const FILE_NAMES: readonly string[] = [
  "",
  "id",
  "id.pdf.exe",
  "id.jpg.html",
  "../../etc/passwd",
  "C:\\id.png",
  'id".png',
  "id\r\nX-Header: 1.png",
  `id${RLO}gnp.exe`,
  `${ZWSP}.png`,
  "学生証.png",
  "id\0.png",
  "<img src=x onerror=alert(1)>.png",
  `${"a".repeat(300)}.png`,
];

/** What mail programs, chats and trackers add to the end of a link, after it was decoded. */
export const LINK_ENDS: readonly string[] = [
  "",
  ".",
  ",",
  ")",
  ").",
  "]",
  ">",
  '"',
  "'",
  "’",
  "…",
  "!",
  " ",
  "\u00a0",
  "%20",
  ZWSP,
  "\u200e",
  "/",
  "&utm_source=mail",
  "?fbclid=abc123",
  "#fragment",
  "\r\n",
];
