/** The sentences that voices speak in previews, by primary tag: “Good morning. This is how my voice sounds.” */
const sentences: Readonly<Record<string, string>> = {
  ar: "صباح الخير. هذا هو صوتي.",
  bn: "সুপ্রভাত। এটি আমার কণ্ঠ।",
  cs: "Dobré ráno. Takhle zní můj hlas.",
  da: "Godmorgen. Sådan lyder min stemme.",
  de: "Guten Morgen. So klingt meine Stimme.",
  el: "Καλημέρα. Έτσι ακούγεται η φωνή μου.",
  en: "Good morning. This is how my voice sounds.",
  es: "Buenos días. Así suena mi voz.",
  fa: "صبح بخیر. این صدای من است.",
  fi: "Hyvää huomenta. Tältä ääneni kuulostaa.",
  fr: "Bonjour. Voici le son de ma voix.",
  gu: "સુપ્રભાત. આ મારો અવાજ છે.",
  he: "בוקר טוב. זה הקול שלי.",
  hi: "नमस्ते। मेरी आवाज़ ऐसी है।",
  hu: "Jó reggelt! Így szól a hangom.",
  id: "Selamat pagi. Inilah suara saya.",
  it: "Buongiorno. Questa è la mia voce.",
  // In kana, which all voices for Japanese read.
  ja: "おはようございます。これが わたしの こえです。",
  kn: "ಶುಭೋದಯ. ಇದು ನನ್ನ ಧ್ವನಿ.",
  ko: "안녕하세요. 이것이 제 목소리입니다.",
  ml: "സുപ്രഭാതം. ഇതാണ് എന്റെ ശബ്ദം.",
  mr: "सुप्रभात. हा माझा आवाज आहे.",
  nb: "God morgen. Slik høres stemmen min ut.",
  nl: "Goedemorgen. Zo klinkt mijn stem.",
  no: "God morgen. Slik høres stemmen min ut.",
  pa: "ਸਤ ਸ੍ਰੀ ਅਕਾਲ। ਇਹ ਮੇਰੀ ਆਵਾਜ਼ ਹੈ।",
  pl: "Dzień dobry. Tak brzmi mój głos.",
  pt: "Bom dia. Esta é a minha voz.",
  ro: "Bună dimineața. Așa sună vocea mea.",
  ru: "Доброе утро. Так звучит мой голос.",
  sv: "God morgon. Så här låter min röst.",
  ta: "காலை வணக்கம். இது என் குரல்.",
  te: "శుభోదయం. ఇది నా స్వరం.",
  tr: "Günaydın. Sesim böyle.",
  uk: "Доброго ранку. Так звучить мій голос.",
  ur: "صبح بخیر۔ یہ میری آواز ہے۔",
  vi: "Xin chào. Đây là giọng nói của tôi.",
  zh: "早上好，这是我的声音。",
};

/** In the other languages they count. */
const numbers = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10.";

/** The text of the preview in this language, with which the studio begins, too. */
export const previewText = (language: string): string => sentences[language] ?? numbers;
