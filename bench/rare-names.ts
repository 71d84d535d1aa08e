/** A sentence with the names in it that a general recogniser hardly knows. */
export interface NamedSentence {
  readonly text: string;
  readonly terms: readonly string[];
}

const named = (text: string, ...terms: readonly string[]): NamedSentence => ({ text, terms });

/** English sentences of meetings, calls and clinics. */
export const namedSentences: readonly NamedSentence[] = [
  named("Please ask Siobhan Kavanagh to send the contract before Friday.", "Siobhan", "Kavanagh"),
  named("The patient was given Tacrolimus twice a day.", "Tacrolimus"),
  named("We moved the database from Redshift to ClickHouse last month.", "Redshift", "ClickHouse"),
  named("Mister Quilter will meet Miss Thornbury at the station.", "Quilter", "Thornbury"),
  named("The Kubernetes cluster is watched by Prometheus and Grafana.", "Kubernetes", "Prometheus", "Grafana"),
  named("Doctor Venkataraman is away until the ninth.", "Venkataraman"),
  named("Call the office of Szymanski and Oyelaran in the morning.", "Szymanski", "Oyelaran"),
  named("She takes Levothyroxine with a glass of water.", "Levothyroxine"),
  named("The train stops in Llandudno and then in Aberystwyth.", "Llandudno", "Aberystwyth"),
  named("Our supplier is Fjordheim in the north of Norway.", "Fjordheim"),
  named("I spoke with Anneliese Dvorak about the invoice.", "Anneliese", "Dvorak"),
  named("The new printer is a Brightwell Pico and it is very quiet.", "Brightwell Pico"),
  named("Apixaban was stopped two days before the operation.", "Apixaban"),
  named("Mahavir Pharma will open a plant near Coimbatore.", "Mahavir Pharma", "Coimbatore"),
  named("He wrote the whole service in Elixir and Phoenix.", "Elixir", "Phoenix"),
  named("The museum shows the work of Artemisia Gentileschi.", "Artemisia", "Gentileschi"),
  named("Did Niamh Gallagher sign the lease for the shop?", "Niamh", "Gallagher"),
  named("Their lawyer, Mister Abernathy, lives in Poughkeepsie.", "Abernathy", "Poughkeepsie"),
  named("The doctor wants to try Escitalopram for six weeks.", "Escitalopram"),
  named("Ask Rajeshwari for the password of the Zendesk account.", "Rajeshwari", "Zendesk"),
  named("The road from Tbilisi to Batumi is closed by snow.", "Tbilisi", "Batumi"),
  named("We sell the Voltaro charger in three colours.", "Voltaro"),
  named("Professor Okonkwo teaches on Mondays in room four.", "Okonkwo"),
  named("The pump was made by Grundfos in the spring.", "Grundfos"),
  named("Tell Mister Featherstonehaugh that his car is ready.", "Featherstonehaugh"),
  named("The old man from Ljubljana sold me a Zither.", "Ljubljana", "Zither"),
  named("Metoprolol and Ramipril were both on the list.", "Metoprolol", "Ramipril"),
  named("Our accountant is Thandiwe Mokoena from Durban.", "Thandiwe", "Mokoena"),
  named("The Postgres replica is two minutes behind.", "Postgres"),
  named("Have you met Caoimhe or her brother Eoghan?", "Caoimhe", "Eoghan"),
  named("The wine is from Montepulciano and not from Chianti.", "Montepulciano", "Chianti"),
  named("Mrs Krishnamurthy asked for a refund of the ticket.", "Krishnamurthy"),
  named("The build failed because Terraform could not reach Consul.", "Terraform", "Consul"),
  named("Captain Halvorsen sailed the Sturgeon to Reykjavik.", "Halvorsen", "Reykjavik"),
  named("They put Budesonide into the inhaler of the child.", "Budesonide"),
  named("Mister Wickersham bought the house of the Pemberleys.", "Wickersham", "Pemberleys"),
  named("The startup Nexora was sold to Palantir for very little.", "Nexora", "Palantir"),
  named("Send it to Xochitl Villanueva by the end of the day.", "Xochitl", "Villanueva"),
  named("The bridge in Edinburgh was painted by Mister Colquhoun.", "Colquhoun"),
  named("We fly to Ouagadougou on the first of May.", "Ouagadougou"),
  named("The director of Bharat Forge came from Pune.", "Bharat Forge", "Pune"),
  named("Did Mister Dashwood read the letter from Brandon?", "Dashwood", "Brandon"),
  named("The nurse has Omeprazole and Gabapentin on the tray.", "Omeprazole", "Gabapentin"),
  named("Let us try the ramen at Ippudo after the show.", "Ippudo"),
  named("Mister Zbigniew Brzezinski gave the second speech.", "Zbigniew", "Brzezinski"),
  named("Our phone system runs on Asterisk and Kamailio.", "Asterisk", "Kamailio"),
  named("The teacher, Miss Ngozi, comes from Enugu.", "Ngozi", "Enugu"),
  named("I left my bag with Guillermo at the Alhambra.", "Guillermo", "Alhambra"),
];

/** Names that none of these sentences and no recording of the shared clips has. */
export const unrelatedTerms: readonly string[] = (
  "Aditya,Adalimumab,Agnieszka,Airbyte,Alcantara,Amlodipine,Anselmo,Ansible,Arkwright,Ashbourne,Atorvastatin,Azithromycin,Bancroft," +
  "Barnstaple,Bartholomew,Beatrix Holloway,Bellingham,Bernoulli,Bjornsson,Blackwood Holdings,Boateng,Cadogan,Calloway,Cassandra," +
  "Cavendish,Ceftriaxone,Chatterjee,Chowdhury,Clopidogrel,Cloudflare,Cormac,Cygnus,Databricks,Delacroix,Demetrios,Diclofenac," +
  "Donatello,Duloxetine,Dunstable,Eisenhower,Elasticsearch,Esposito,Etherington,Farquhar,Ferreira,Fluoxetine,Furosemide," +
  "Giacometti,Gonzaga,Greenwich Capital,Gunnarsson,Haddington,Hashimoto,Hennessy,Hydroxyzine,Ibrahimovic,Ingrid Solberg,Jankowski," +
  "Jemima,Kandinsky,Katarzyna,Kensington,Kirkpatrick,Kubrick,Lamotrigine,Leicester,Lisinopril,Lorenzo,Macmillan,Malmesbury," +
  "Margarethe,Metformin,Mireille,Montague,Nakamura,Nebuchadnezzar,Nottingham,Olanzapine,Ondansetron,Paracelsus,Pritchard," +
  "Quetiapine,Rabindranath,Rosuvastatin,Salieri,Sertraline,Shrewsbury,Snowflake,Stavanger,Takahashi,Tiberius,Trelawney,Umberto," +
  "Vasquez,Venlafaxine,Wittgenstein,Worcester,Yevgeny,Zanzibar,Zolpidem"
).split(",");
