import { id3, manyTracks, png, referringTo, wavClaiming } from "./hostile-media.ts";

/** The files and addresses that hostile files reach for. */
export interface Targets {
  /** The path of a file that no upload may read. */
  readonly canary: string;
  /** The address of a listener that no file may reach. */
  readonly url: string;
  /** A QuickTime file whose sound can be said to be elsewhere. */
  readonly movie: Uint8Array;
}

const text = (content: string): Uint8Array => Buffer.from(content, "latin1");

/** Files that are refused as no audio, or as unusable, each with what it is. */
export const hostileUploads = ({
  canary,
  url,
  movie,
}: Targets): readonly (readonly [title: string, content: Uint8Array])[] => [
  ["a playlist of a listener", text(`#EXTM3U\n#EXTINF:3,\n${url}\n`)],
  ["a playlist of a file", text(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:3,\nfile://${canary}\n#EXT-X-ENDLIST\n`)],
  ["a script of files", text(`ffconcat version 1.0\nfile '${canary}'\n`)],
  ["a script of 35 bytes", text("ffconcat version 1.0\nfile source\n\n\n")],
  ["a WAV that goes on as a script", text(`RIFF\x24\0\0\0WAVEffconcat version 1.0\nfile '${canary}'\n`)],
  ["a session", text(`v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n`)],
  ["a cue sheet", text(`FILE "${canary}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`)],
  ["a DASH manifest", text(`<?xml version="1.0"?><MPD><Period><BaseURL>${url}</BaseURL></Period></MPD>`)],
  ["an AVI with a playlist in it", text(`RIFF\xff\0\0\0AVI LIST\x10\0\0\0GAB2\0#EXTM3U\n${url}\n`)],
  ["a pattern of pictures", text(`${canary.replace("canary", "%d")}\n`)],
  ["a picture", png(100, 100)],
  ["a movie whose sound is in another file", referringTo(canary, movie)],
  ["a movie whose sound is a neighbour's upload", referringTo("source", movie)],
  ["a thousand tracks", manyTracks(1000)],
  ["a WAV of one sample a second", wavClaiming({ sampleRate: 1, bits: 8 }, new Uint8Array(50))],
  ["a WAV of no samples a second", wavClaiming({ sampleRate: 0 }, new Uint8Array(3200))],
  ["a WAV of 65,535 channels", wavClaiming({ channels: 65_535 }, new Uint8Array(3200))],
  ["a tag with a huge cover and nothing behind it", id3(png(30_000, 30_000))],
];
