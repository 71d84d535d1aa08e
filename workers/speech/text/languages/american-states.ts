/** `isWord`: the abbreviation is a word or a name, too, and means the state only before a postal code. */
interface State {
  readonly name: string;
  readonly isWord: boolean;
}

const rows =
  "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DC DC|DE Delaware|FL Florida|" +
  "GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|" +
  "MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|" +
  "NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|" +
  "OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|" +
  "VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming";

const words = new Set("AL CO DE HI ID IN LA MA ME MS MD MT OH OK OR PA".split(" "));

/** The states of America by the abbreviations of their post. */
export const states: ReadonlyMap<string, State> = new Map(
  rows.split("|").map((row) => {
    const [code = "", ...name] = row.split(" ");
    return [code, { name: name.join(" "), isWord: words.has(code) }] as const;
  }),
);
