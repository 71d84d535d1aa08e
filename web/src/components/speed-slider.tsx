import { Slider } from "@base-ui/react/slider";
import { t } from "#web/messages/translate.ts";

interface SpeedSliderProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** The speed of speech, half to twice as fast as the voice's own. */
export function SpeedSlider({ value, onChange }: SpeedSliderProps) {
  return (
    <Slider.Root
      className="slider"
      value={value}
      min={0.5}
      max={2}
      step={0.05}
      onValueChange={(next) => onChange(next)}
    >
      <Slider.Label className="label">{t("Speed")}</Slider.Label>
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
