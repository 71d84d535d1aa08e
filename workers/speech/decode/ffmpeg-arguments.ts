/** ffmpeg's name for the reader of each container. None of them follows a reference to another file, and none opens another reader. */
const demuxers = {
  ...{ wav: "wav", mp3: "mp3", flac: "flac", ogg: "ogg", mp4: "mov", adts: "aac", webm: "matroska", amr: "amr" },
  ...{ aiff: "aiff", caf: "caf", asf: "asf", au: "au", w64: "w64", gsm: "gsm", g723: "g723_1", ac3: "ac3" },
  ...{ eac3: "eac3", loas: "loas", mpegts: "mpegts", mpeg: "mpeg", flv: "flv", voc: "voc", wv: "wv" },
} as const;

/** Every container that can be decoded. */
export type SourceContainer = keyof typeof demuxers;

/**
 * Every decoder that may run. Sound only: `-vn` alone leaves the picture decoders open to a hostile cover, a list does not.
 */
const decoders = [
  ...["pcm_u8", "pcm_s8", "pcm_alaw", "pcm_mulaw", "pcm_f16le", "pcm_f24le"],
  ...["pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_s64le", "pcm_f32le", "pcm_f64le"],
  ...["pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_s64be", "pcm_f32be", "pcm_f64be"],
  ...["adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "adpcm_yamaha", "adpcm_g722", "adpcm_g726", "g722", "g726"],
  ...["mp3float", "mp3", "aac", "alac", "flac", "opus", "libopus", "vorbis", "libvorbis"],
  ...["mp1float", "mp1", "mp2float", "mp2", "aac_latm", "ac3", "eac3", "wavpack", "adpcm_swf", "pcm_bluray"],
  // Telephones and dictating machines.
  ...["amrnb", "amrwb", "gsm", "gsm_ms", "g723_1", "speex", "libspeex"],
  ...["wmav1", "wmav2", "wmapro", "wmavoice", "wmalossless"],
];

/** More streams than any recording has; a file with more is refused while it is opened. */
const maxStreams = 16;

/** One allocation may not be larger: the largest that a real recording needs is far below. */
const maxAllocationBytes = 64 * 1024 * 1024;

export interface DecodeCommand {
  readonly input: string;
  readonly container: SourceContainer;
  readonly output: string;
  /** The same sound as FLAC; null where none is wanted. */
  readonly flac: string | null;
  readonly sampleRate: number;
  /** Input beyond it is not read. */
  readonly stopSeconds: number;
  readonly maxOutputBytes: number;
}

/**
 * Arguments that make ffmpeg read one file, as the one container that was seen in it, and write its first audio stream as
 * signed 16-bit little-endian mono, and also as FLAC in the same run, since most of a run is its start. No other reader, no decoder but those of sound, and no protocol but `file` may open,
 * so that a playlist, a script or a reference to another file in the input is never followed.
 */
export const decodeArguments = (command: DecodeCommand): readonly string[] => [
  ...["-hide_banner", "-nostdin", "-nostats", "-v", "verbose", "-max_alloc", `${maxAllocationBytes}`],
  ...["-f", demuxers[command.container], "-format_whitelist", demuxers[command.container]],
  ...["-protocol_whitelist", "file", "-codec_whitelist", decoders.join(","), "-max_streams", `${maxStreams}`],
  ...["-filter_threads", "1", "-threads", "1", "-t", `${command.stopSeconds}`, "-i", `file:${command.input}`],
  ...outputArguments(command, { format: ["-f", "s16le"], output: command.output }),
  ...(command.flac === null ? [] : outputArguments(command, { format: flac, output: command.flac })),
];

/** Left to itself, ffmpeg would keep more bits than the PCM has. */
const flac = ["-threads", "1", "-fflags", "+bitexact", "-c:a", "flac", "-sample_fmt", "s16", "-f", "flac"] as const;

const outputArguments = (
  { sampleRate, maxOutputBytes }: DecodeCommand,
  { format, output }: { readonly format: readonly string[]; readonly output: string },
): readonly string[] => [
  ...["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"],
  ...["-ac", "1", "-ar", `${sampleRate}`, "-fs", `${maxOutputBytes}`, ...format, "-y", `file:${output}`],
];
