/** What a transcript can be downloaded as: the name here, that of the API, and that of the file. */
export const transcriptFormats = [
  ["TXT", "text", "transcript.txt"],
  ["SRT", "srt", "transcript.srt"],
  ["VTT", "vtt", "transcript.vtt"],
] as const;
