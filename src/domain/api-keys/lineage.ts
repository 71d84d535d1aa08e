/** A key, and where it comes from. */
export interface KeyOrigin {
  readonly id: string;
  readonly createdByKeyId: string | null;
  readonly replacesKeyId: string | null;
}

/** The keys of one account, and which of them were made with which. */
export interface Lineage<Key extends KeyOrigin> {
  /** All that were made with a key, directly or through others. */
  readonly madeWith: (apiKeyId: string) => readonly Key[];
}

interface Member<Key> {
  readonly key: Key;
  /** The keys whose creation or rotation it has authenticated. */
  readonly made: Member<Key>[];
  /** The key that was made in its place. */
  readonly successors: Member<Key>[];
}

/**
 * Relates the keys of an account. A key counts as made with another one when that has authenticated its creation or its
 * rotation, when it has replaced a key that was, and when it was made with a key that the other one has replaced.
 */
export function readLineage<Key extends KeyOrigin>(keys: readonly Key[]): Lineage<Key> {
  const members = new Map<string | null, Member<Key>>(
    keys.map((key) => [key.id, { key, made: [], successors: [] }] as const),
  );
  for (const member of members.values()) {
    members.get(member.key.createdByKeyId)?.made.push(member);
    members.get(member.key.replacesKeyId)?.successors.push(member);
  }
  const lineOf = (apiKeyId: string): ReadonlySet<Member<Key>> => {
    const line = new Set<Member<Key>>();
    for (let own = members.get(apiKeyId); own !== undefined; own = members.get(own.key.replacesKeyId)) line.add(own);
    return line;
  };
  const madeWith = (apiKeyId: string): readonly Key[] => {
    const line = lineOf(apiKeyId);
    const reached = new Set<Member<Key>>();
    for (const own of line) for (const member of own.made) if (!line.has(member)) reached.add(member);
    // This also goes through what is added on the way.
    for (const { made, successors } of reached) {
      for (const member of made) reached.add(member);
      for (const member of successors) reached.add(member);
    }
    return [...reached].filter((member) => !line.has(member)).map(({ key }) => key);
  };
  return { madeWith };
}
