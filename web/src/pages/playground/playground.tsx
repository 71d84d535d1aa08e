import { Slider } from "@base-ui/react/slider";
import { useMutation } from "@tanstack/react-query";
import { audioFormatFacts, playableFormats } from "#web/api/audio-formats.ts";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { Voice } from "#web/api/types.ts";
import { formatDuration, formatNumber } from "#web/format.ts";
import { Form } from "#web/components/form.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { Loading } from "#web/components/notice.tsx";
import { SynthesisPlayer } from "#web/components/audio/synthesis-player.tsx";
import { PlaygroundHeading } from "./playground-heading.tsx";
import { Snippets } from "./snippets.tsx";
import { synthesisCalls } from "./synthesis-calls.ts";
import { synthesize, type Synthesized, type FormValues } from "#web/api/synthesize.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { useVoices, voiceOptionLabel } from "./use-voices.ts";
import { useDraft } from "#web/components/use-draft.ts";
import { WorkError } from "#web/components/work-error.tsx";

const anyVoice = "";
const defaultWords = (voices: readonly Voice[]): string => {
  const name = voices.find((voice) => voice.default)?.name;
  return name === undefined ? "Default" : `Default (${name})`;
};

function Speed({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  return (
    <Slider.Root
      className="slider"
      value={value}
      min={0.5}
      max={2}
      step={0.05}
      onValueChange={(next) => onChange(next)}
    >
      <Slider.Label className="label">Speed</Slider.Label>
      <Slider.Value className="soft">{() => `${value.toFixed(2)}×`}</Slider.Value>
      <Slider.Control className="slider-control">
        <Slider.Track className="slider-track">
          <Slider.Indicator className="slider-indicator" />
          <Slider.Thumb className="slider-thumb" />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}

const Result = ({ spoken }: { readonly spoken: Synthesized }) => (
  <div className="result">
    <SynthesisPlayer address={spoken.address} />
    <a className="button quiet" href={spoken.address} download={`speech.${audioFormatFacts[spoken.format].extension}`}>
      Download
    </a>
    <p className="hint">
      {formatNumber(spoken.characters)} characters, {formatDuration(spoken.seconds)}, by {spoken.voice}
    </p>
  </div>
);

interface FormProps {
  readonly wanted: FormValues;
  readonly onChange: (changed: Partial<FormValues>) => void;
  readonly error: unknown;
}

function Choices({ wanted, onChange, error }: FormProps) {
  const limits = useLimits();
  const voices = useVoices(wanted.language);
  const languages = limits.data?.spoken_languages ?? [{ tag: "en", name: "English" }];
  return (
    <div className="row">
      <SelectField
        label="Language"
        value={wanted.language}
        onChange={(language) => onChange({ language, voiceId: anyVoice })}
        choices={languages.map(({ tag, name }) => [tag, name])}
      />
      <SelectField
        label="Voice"
        value={wanted.voiceId}
        onChange={(voiceId) => onChange({ voiceId })}
        problem={fieldProblem(error, "voice_id")}
        choices={[
          [anyVoice, defaultWords(voices)],
          ...voices.map((voice) => [voice.voice_id, voiceOptionLabel(voice)] as const),
        ]}
      />
      <SelectField
        label="Format"
        value={wanted.format}
        onChange={(format) => onChange({ format: playableFormats.find((one) => one === format) ?? "wav" })}
        choices={playableFormats.map((format) => [format, format.toUpperCase()])}
      />
      <Speed value={wanted.speed} onChange={(speed) => onChange({ speed })} />
    </div>
  );
}

const initial: FormValues = { text: "", language: "en", voiceId: anyVoice, speed: 1, format: "mp3" };

/** Speaking a text with everything that the API offers, and the same call for a program. */
export function Playground() {
  const limits = useLimits();
  const [wanted, { change }] = useDraft("speak", initial);
  const { mutate, data, error, isPending } = useMutation({ mutationFn: synthesize });
  const submit = (): void => mutate(wanted);
  return (
    <>
      <PlaygroundHeading title="Speak" />
      <Form className="card" onSubmit={submit}>
        <TextField
          label="Text to speak"
          value={wanted.text}
          onChange={(text) => change({ text })}
          hint={`${formatNumber([...wanted.text].length)} of ${formatNumber(limits.data?.text_max_characters ?? 5_000)} characters; each costs a credit`}
          problem={fieldProblem(error, "text")}
          render={<textarea rows={6} />}
        />
        <Choices wanted={wanted} onChange={change} error={error} />
        <button type="submit" className="button" disabled={isPending}>
          Speak
        </button>
        {isPending && <Loading>Speaking…</Loading>}
        {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={submit} />}
        {data !== undefined && !isPending && error === null && <Result spoken={data} />}
      </Form>
      <Snippets calls={synthesisCalls(wanted)} />
    </>
  );
}
