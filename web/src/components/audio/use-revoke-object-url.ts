import { useEffect } from "react";

/** Gives the address of bytes (`URL.createObjectURL`) back when another one has taken its place. */
export function useRevokeObjectUrl(address: string | null): void {
  useEffect(() => {
    if (address === null) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);
}
