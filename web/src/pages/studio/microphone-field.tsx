import { useEffect, useState } from "react";
import { SelectField } from "#web/components/field.tsx";
import { t } from "#web/messages/translate.ts";

/** Browsers name these beside the device that they stand for; before a page may listen, its devices have no ids. */
const aliases = new Set(["default", "communications", ""]);

interface MicrophoneFieldProps {
  /** The id of a microphone; empty for that of the browser. */
  readonly value: string;
  readonly onChange: (deviceId: string) => void;
}

/** The choice of a microphone; nothing where there are not several, or the page was not allowed to listen yet. */
export function MicrophoneField({ value, onChange }: MicrophoneFieldProps) {
  const [found, setFound] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    // Pages that are not secure have none.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    if (devices === undefined) return undefined;
    const look = (): void =>
      void devices.enumerateDevices().then(
        (all) => setFound(all.filter(({ kind, deviceId }) => kind === "audioinput" && !aliases.has(deviceId))),
        () => setFound([]),
      );
    look();
    devices.addEventListener("devicechange", look);
    return () => devices.removeEventListener("devicechange", look);
  }, []);
  const choices = [
    ["", t("That of the browser")] as const,
    ...found.map(({ deviceId, label }) => [deviceId, label] as const),
  ];
  if (found.length < 2) return null;
  return <SelectField label={t("Microphone")} value={value} onChange={onChange} choices={choices} />;
}
