import type { Command } from "commander";
import type { Context } from "./context.ts";
import { UsageError } from "./usage-error.ts";

const optionsOf = (command: Command): readonly string[] =>
  command.options.flatMap(({ long }) => (typeof long === "string" ? [long] : []));

/** The words that may come first: commands, and options of all of them. */
const firstWords = (program: Command): string =>
  [...program.commands.map((one) => one.name()), ...optionsOf(program)].join(" ");

/** The words that may follow a command: its subcommands with their options, its own options, and those of all commands. */
const wordsAfter = (program: Command, command: Command): string =>
  [
    ...new Set([
      ...command.commands.map((one) => one.name()),
      ...[command, ...command.commands, program].flatMap(optionsOf),
    ]),
  ].join(" ");

/** Subcommands that take a voice first, as "voices preview". */
const takingVoices = (program: Command): readonly string[] =>
  program.commands.flatMap((outer) =>
    outer.commands.flatMap((inner) =>
      inner.registeredArguments[0]?.name() === "voice" ? [`${outer.name()} ${inner.name()}`] : [],
    ),
  );

/** Prints the names of voices, for which the service is asked. */
const voiceNames = "speech voices list --names 2>/dev/null";

function bash(program: Command): string {
  const beforeVoices = takingVoices(program).map((words) => `"${words}"`);
  const cases = program.commands.map((one) => `    ${one.name()}) words="${wordsAfter(program, one)}" ;;`);
  return `_speech() {
  local words name current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$previous" in
    --voice) words=voices ;;
    *) case "\${COMP_WORDS[COMP_CWORD-2]} $previous" in ${beforeVoices.join("|")}) words=voices ;; esac ;;
  esac
  if [ "$words" = voices ]; then
    COMPREPLY=()
    while IFS= read -r name; do
      case "$name" in "$current"*) COMPREPLY+=("$(printf %q "$name")") ;; esac
    done <<VOICES
$(${voiceNames})
VOICES
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${firstWords(program)}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${firstWords(program)}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _speech speech
`;
}

function fish(program: Command): string {
  const top = program.commands.map(
    (one) => `complete -c speech -n __fish_use_subcommand -a ${one.name()} -d "${one.description()}"`,
  );
  const inner = program.commands.map(
    (one) => `complete -c speech -n "__fish_seen_subcommand_from ${one.name()}" -a "${wordsAfter(program, one)}"`,
  );
  const voices = [
    `complete -c speech -l voice -x -a "(${voiceNames})"`,
    ...takingVoices(program).map((words) => {
      const seen = words.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`);
      return `complete -c speech -n "${seen.join("; and ")}" -f -a "(${voiceNames})"`;
    }),
  ];
  return `${[...top, ...inner, ...voices].join("\n")}\n`;
}

/** `speech completion`: a script for the shell. */
export function addCompletion(program: Command, context: Context): void {
  program
    .command("completion")
    .description("print a script that completes commands: source <(speech completion bash)")
    .argument("<shell>", "bash, zsh or fish")
    .action((shell: string) => {
      // The Z shell runs the same script after its own compatibility layer.
      if (shell === "bash") context.stdout.write(bash(program));
      else if (shell === "zsh") context.stdout.write(`autoload -U +X bashcompinit && bashcompinit\n${bash(program)}`);
      else if (shell === "fish") context.stdout.write(fish(program));
      else throw new UsageError("The shell is bash, zsh or fish.");
    });
}
