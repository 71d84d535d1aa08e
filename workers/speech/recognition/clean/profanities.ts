/**
 * Profanities by language, as whole words in small letters. A word with an everyday meaning as well ("cock", "tit", German "dick") is
 * not among them: masking it would spoil sentences that offend no one.
 */
const lists: Readonly<Record<string, string>> = {
  en:
    "fuckboy fuckface fuckhead fuckheads fuckup fuckups fuckwit fuckwits clusterfuck clusterfucks unfucking mindfuck " +
    "mothafucka mothafucker mofo shite shithead shitheads shithole shitholes shitless shitload shitloads shitshow shitstorm " +
    "shitter shitting shitted batshit apeshit dipshit dipshits horseshit chickenshit dogshit asshole assholes arsehole " +
    "arseholes asshat asshats asswipe asswipes dumbass dumbasses fatass arse arses bitch bitches bitching bitchy sonofabitch " +
    "bastard bastards cunt cunts cunty cocksucker cocksuckers cocksucking dickhead dickheads dickwad twat twats wanker " +
    "wankers wank wanking bollocks goddamn goddamned goddam pussies whore whores slut sluts slutty douchebag douchebags " +
    "titties piss pisses pissing jizz cumming blowjob blowjobs handjob handjobs nigger niggers nigga niggas faggot faggots " +
    "retard retards retarded tranny trannies kike kikes spic spics gook gooks wetback wetbacks paki pakis",
  de:
    "scheiße scheisse scheiß scheiss scheißer scheißt scheißegal scheißdreck beschissen beschissene beschissener " +
    "beschissenes verschissen arsch arschloch arschlöcher arschgeige arschgesicht verarscht verarschen fick ficken fickt " +
    "gefickt ficker fickte verfickt verfickte verfickter verficktes fotze fotzen wichser wichsen wichst gewichst hurensohn " +
    "hurensöhne nutte nutten schlampe schlampen miststück missgeburt mistkerl drecksau schwuchtel schwuchteln kanake kanaken " +
    "spast spasti pisse",
  es:
    "joder jodido jodida jodidos jodidas jodiendo mierda mierdas puta putas puto putos putada putadas hijueputa hijoputa " +
    "hijaputa gilipollas gilipollez cabrón cabron cabrones cabrona coño coños follar follando follada maricón maricon " +
    "maricones marica pendejo pendejos pendeja pendejas pendejada chingar chingado chingada chingados chinga chingas chingón " +
    "culero culeros verga vergas carajo mamada mamadas cojones huevón boludo boludos pelotudo pelotudos pelotuda",
  fr:
    "putain putains pute putes merde merdes merdique merdeux emmerde emmerder emmerdes emmerdeur emmerdant connard connards " +
    "connasse connasses conneries connerie enculé enculés enculer encule enculée enfoiré enfoirés salope salopes salaud " +
    "salauds salopard salopards foutre foutu foutue foutus foutez couille couilles couillon couillons niquer niqué niquez " +
    "chier chiant chiante chiants chiottes pédé pédés branleur branleurs branler bougnoule bougnoules négro négros",
  it:
    "cazzo cazzi cazzata cazzate cazzone cazzoni incazzato incazzata incazzati merda merde merdoso stronzo stronzi stronza " +
    "stronze stronzata stronzate vaffanculo fanculo culo puttana puttane puttanata troie zoccola zoccole minchia coglione " +
    "coglioni coglionata fottere fottuto fottuta fottiti fotti frocio froci ricchione porcodio porcodue dioporco sborra " +
    "pompino pompini",
  pt:
    "caralho caralhos porra porras merda merdas puta putas putaria foda foder fodido fodida fodase fode fodeu fodam cuzão " +
    "buceta bucetas viado viados boiola arrombado arrombados arrombada desgraçado desgraçada otário otários babaca babacas " +
    "cabrão cabrões punheta punheteiro piroca bosta bostas cagar cagado",
  nl:
    "kut kutten kutwijf klootzak klootzakken godverdomme verdomme gvd lul hoer hoeren hoerenkind kankeren kankerlijer " +
    "teringlijer neuken neukt geneukt neuker klote kloten mongool flikkers nikker nikkers slet sletten schijt trut trutten",
  hi:
    "चूतिया चूतिये चूतियों चूत भोसड़ी भोसड़ीके भोसडी मादरचोद बहनचोद बेहनचोद गांड गाँड गांडू गाँडू लौड़ा लंड लण्ड रंडी रण्डी " +
    "हरामी हरामजादा हरामज़ादा हरामखोर कुत्ती झाटू झांट chutiya chutiye madarchod maderchod bhenchod behenchod bahenchod " +
    "gaand gandu lauda randi harami haramzada bhosdike bhosadike",
};
/** English words that are used in many languages. */
const everywhere =
  "fuck fucks fucked fucker fuckers fucking fuckin  motherfucker motherfuckers motherfucking shit shits shitty bullshit".split(
    " ",
  );

const sets = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set([...words.split(" "), ...everywhere])]),
);
const none: ReadonlySet<string> = new Set();

/** The profanities of a language, in small letters; none where it has no list. @param language a primary tag */
export const profanities = (language: string): ReadonlySet<string> => sets.get(language) ?? none;
