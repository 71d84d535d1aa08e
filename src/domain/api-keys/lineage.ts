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
  /** The ids of a key and of those that it has replaced, directly or through others. */
  readonly lineOf: (apiKeyId: string) => readonly string[];
}

interface Member<Key> {
  readonly key: Key;
  /** The one in whose place it was made. */
  replaced: Member<Key> | null;
  /** The keys whose creation or rotation it has authenticated. */
  readonly made: Member<Key>[];
  /** The key that was made in its place. */
  readonly successors: Member<Key>[];
  /** The last search in which it was the key in question, or one that this has replaced. */
  inLine: number;
  /** The last search that has found it. */
  found: number;
}

/**
 * Relates the keys of an account. A key counts as made with another one when that has authenticated its creation or its
 * rotation, when it has replaced a key that was, and when it was made with a key that the other one has replaced.
 */
export function readLineage<Key extends KeyOrigin>(keys: readonly Key[]): Lineage<Key> {
  const members = new Map<string, Member<Key>>(
    keys.map((key) => [key.id, { key, replaced: null, made: [], successors: [], inLine: 0, found: 0 }] as const),
  );
  const memberOf = (id: string | null) => (id === null ? null : (members.get(id) ?? null));
  for (const member of members.values()) {
    memberOf(member.key.createdByKeyId)?.made.push(member);
    member.replaced = memberOf(member.key.replacesKeyId);
    member.replaced?.successors.push(member);
  }
  let search = 0;
  const lineOf = (apiKeyId: string): readonly Member<Key>[] => {
    const line: Member<Key>[] = [];
    for (let own = memberOf(apiKeyId); own !== null; own = own.replaced) {
      own.inLine = search;
      line.push(own);
    }
    return line;
  };
  const madeWith = (apiKeyId: string): readonly Key[] => {
    search += 1;
    const reached: Member<Key>[] = [];
    const reach = (member: Member<Key>): void => {
      if (member.found === search) return;
      member.found = search;
      reached.push(member);
    };
    for (const own of lineOf(apiKeyId)) for (const member of own.made) if (member.inLine !== search) reach(member);
    // This also goes through what is added on the way.
    for (const { made, successors } of reached) {
      made.forEach(reach);
      successors.forEach(reach);
    }
    return reached.filter((member) => member.inLine !== search).map(({ key }) => key);
  };
  return { madeWith, lineOf: (apiKeyId) => lineOf(apiKeyId).map(({ key }) => key.id) };
}
