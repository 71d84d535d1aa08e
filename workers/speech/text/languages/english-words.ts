import type { Abbreviation, AbbreviationPlace } from "#workers/speech/text/language.ts";

const at = (place: AbbreviationPlace, word: string): readonly Abbreviation[] => [{ word, place }];
const anywhere = (word: string): readonly Abbreviation[] => at("anywhere", word);
const beforeName = (word: string): readonly Abbreviation[] => at("before name", word);
const beforeNumber = (word: string): readonly Abbreviation[] => at("before number", word);
const afterName = (word: string): readonly Abbreviation[] => at("after name", word);
/** A point of the compass in an address. */
const compass = (word: string): readonly Abbreviation[] => [...at("before ordinal", word), ...at("in address", word)];
const afterNumber = (word: string): readonly Abbreviation[] => at("after number", word);

/** In lower case. Without a dot where people write them so. */
export const englishAbbreviations: Readonly<Record<string, readonly Abbreviation[]>> = {
  "mr.": anywhere("Mister"),
  mr: beforeName("Mister"),
  "mrs.": anywhere("Missus"),
  mrs: beforeName("Missus"),
  "dr.": [...at("after street", "Drive"), ...beforeName("Doctor"), ...afterName("Drive"), ...anywhere("Doctor")],
  dr: beforeName("Doctor"),
  "st.": [...afterName("Street"), ...beforeName("Saint")],
  st: beforeName("Saint"),
  "prof.": anywhere("Professor"),
  prof: beforeName("Professor"),
  "rev.": beforeName("Reverend"),
  "hon.": beforeName("Honorable"),
  "gov.": beforeName("Governor"),
  "sen.": beforeName("Senator"),
  "rep.": beforeName("Representative"),
  "gen.": beforeName("General"),
  "capt.": beforeName("Captain"),
  "lt.": beforeName("Lieutenant"),
  "col.": beforeName("Colonel"),
  "sgt.": beforeName("Sergeant"),
  "mt.": beforeName("Mount"),
  "ft.": [...afterNumber("feet"), ...beforeName("Fort")],
  "jr.": anywhere("Junior"),
  jr: afterName("Junior"),
  "sr.": anywhere("Senior"),
  "inc.": anywhere("Incorporated"),
  "ltd.": anywhere("Limited"),
  "corp.": anywhere("Corporation"),
  "co.": afterName("Company"),
  "ave.": anywhere("Avenue"),
  "e.": compass("East"),
  "w.": compass("West"),
  "n.": compass("North"),
  "s.": compass("South"),
  "blvd.": anywhere("Boulevard"),
  "rd.": afterName("Road"),
  "ln.": afterName("Lane"),
  "pl.": afterName("Place"),
  "ct.": afterName("Court"),
  "sq.": afterName("Square"),
  "pkwy.": afterName("Parkway"),
  "hwy.": anywhere("Highway"),
  "rt.": beforeNumber("Route"),
  "rte.": beforeNumber("Route"),
  "bldg.": anywhere("Building"),
  "apt.": beforeNumber("apartment"),
  "dept.": anywhere("department"),
  "assn.": anywhere("association"),
  "est.": beforeNumber("established"),
  "no.": beforeNumber("number"),
  "nos.": beforeNumber("numbers"),
  "vol.": beforeNumber("volume"),
  "ch.": beforeNumber("chapter"),
  "sec.": [...afterNumber("seconds"), ...beforeNumber("section")],
  "fig.": beforeNumber("figure"),
  "p.": beforeNumber("page"),
  "art.": beforeNumber("article"),
  "para.": beforeNumber("paragraph"),
  "eq.": beforeNumber("equation"),
  "p.a.": anywhere("per annum"),
  "pp.": beforeNumber("pages"),
  "ext.": beforeNumber("extension"),
  "tel.": beforeNumber("telephone"),
  "vs.": anywhere("versus"),
  vs: anywhere("versus"),
  "temp.": anywhere("temperature"),
  "avg.": anywhere("average"),
  "cf.": anywhere("compare"),
  "ph.d.": anywhere("PhD"),
  wwi: anywhere("World War One"),
  wwii: anywhere("World War Two"),
  ww1: anywhere("World War One"),
  ww2: anywhere("World War Two"),
  "approx.": anywhere("approximately"),
  "etc.": anywhere("et cetera"),
  etc: anywhere("et cetera"),
  "e.g.": anywhere("for example"),
  "i.e.": anywhere("that is"),
  "a.k.a.": anywhere("also known as"),
  "incl.": anywhere("including"),
  "max.": [...beforeNumber("maximum"), ...at("in small letters", "maximum")],
  "hr.": afterNumber("hour"),
  "hrs.": afterNumber("hours"),
  "min.": [...afterNumber("minutes"), ...at("in small letters", "minimum")],
  "mins.": afterNumber("minutes"),
  "secs.": afterNumber("seconds"),
  "lb.": afterNumber("pounds"),
  "lbs.": afterNumber("pounds"),
  "oz.": afterNumber("ounces"),
  "in.": afterNumber("inches"),
  "yd.": afterNumber("yards"),
  "tsp.": anywhere("teaspoons"),
  "tbsp.": anywhere("tablespoons"),
  "yrs.": afterNumber("years"),
  "w/": anywhere("with"),
  "w/o": anywhere("without"),
  "c/o": anywhere("care of"),
};

export const englishRomanCounts: ReadonlySet<string> = new Set(
  "chapter part volume act scene section book article appendix phase stage class type level grade war bowl rocky title table figure episode".split(
    " ",
  ),
);

/** Names of many kings, queens and popes. */
export const regnalNames: ReadonlySet<string> = new Set(
  (
    "elizabeth henry louis george charles edward william richard james philip alexander nicholas catherine frederick peter " +
    "paul pius benedict leo gregory clement innocent john ferdinand francis napoleon otto robert david stephen harald " +
    "rama ramesses ramses ptolemy xerxes darius albert leopold willem carlos felipe juan alfonso isabel fernando luis " +
    "luigi napoléon napoleón napoleone pedro paulo joão josé afonso manuel vittorio emanuele umberto carlo federico enrico pio giovanni paolo benedetto leone " +
    "françois henri jean philippe guillaume benoît léon edouard édouard francisco"
  ).split(" "),
);

/** Before a chapter and a verse. */
export const biblicalBooks: ReadonlySet<string> = new Set(
  (
    "genesis exodus leviticus numbers deuteronomy joshua judges ruth samuel kings chronicles ezra nehemiah esther job psalm " +
    "psalms proverbs ecclesiastes isaiah jeremiah lamentations ezekiel daniel hosea joel amos obadiah jonah micah nahum " +
    "habakkuk zephaniah haggai zechariah malachi matthew mark luke john acts romans corinthians galatians ephesians " +
    "philippians colossians thessalonians timothy titus philemon hebrews james peter jude revelation surah quran gita"
  ).split(" "),
);
