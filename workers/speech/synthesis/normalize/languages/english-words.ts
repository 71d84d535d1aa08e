import type { Abbreviation, AbbreviationPlace } from "#workers/speech/synthesis/normalize/language.ts";

const at = (place: AbbreviationPlace, word: string): readonly Abbreviation[] => [{ word, place }];
const anywhere = (word: string): readonly Abbreviation[] => at("anywhere", word);
const beforeName = (word: string): readonly Abbreviation[] => at("before name", word);
const beforeNumber = (word: string): readonly Abbreviation[] => at("before number", word);
const afterName = (word: string): readonly Abbreviation[] => at("after name", word);
const afterNumber = (word: string): readonly Abbreviation[] => at("after number", word);

/** In lower case. Without a dot where people write them so. */
export const englishAbbreviations: Readonly<Record<string, readonly Abbreviation[]>> = {
  "mr.": anywhere("Mister"),
  mr: beforeName("Mister"),
  "mrs.": anywhere("Missus"),
  mrs: beforeName("Missus"),
  "dr.": [...beforeName("Doctor"), ...afterName("Drive"), ...anywhere("Doctor")],
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
  "blvd.": anywhere("Boulevard"),
  "rd.": afterName("Road"),
  "ln.": afterName("Lane"),
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
  "pp.": beforeNumber("pages"),
  "ext.": beforeNumber("extension"),
  "tel.": beforeNumber("telephone"),
  "vs.": anywhere("versus"),
  vs: anywhere("versus"),
  "approx.": anywhere("approximately"),
  "etc.": anywhere("et cetera"),
  etc: anywhere("et cetera"),
  "e.g.": anywhere("for example"),
  "i.e.": anywhere("that is"),
  "a.k.a.": anywhere("also known as"),
  "incl.": anywhere("including"),
  "max.": anywhere("maximum"),
  "hr.": afterNumber("hour"),
  "hrs.": afterNumber("hours"),
  "min.": [...afterNumber("minutes"), ...anywhere("minimum")],
  "mins.": afterNumber("minutes"),
  "secs.": afterNumber("seconds"),
  "lb.": afterNumber("pounds"),
  "lbs.": afterNumber("pounds"),
  "oz.": afterNumber("ounces"),
  "in.": afterNumber("inches"),
  "yd.": afterNumber("yards"),
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
    "pedro joão josé afonso manuel vittorio emanuele umberto carlo federico enrico pio giovanni paolo benedetto leone " +
    "françois henri jean philippe guillaume benoît léon edouard édouard francisco"
  ).split(" "),
);
