import { send } from "#web/api/call.ts";
import { t } from "#web/messages/translate.ts";
import { Player } from "./player.tsx";
import { usePlayback } from "./use-playback.ts";

/** Plays what the service has spoken, at once. */
export function SynthesisPlayer({ address }: { readonly address: string }) {
  const playback = usePlayback();
  const content = async (): Promise<Blob> => (await send(address, {})).blob();
  return (
    <Player
      key={address}
      address={address}
      content={content}
      label={t("Synthesized speech")}
      playback={playback}
      autoPlay
    />
  );
}
