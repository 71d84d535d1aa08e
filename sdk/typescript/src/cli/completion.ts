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

function bash(program: Command): string {
  const cases = program.commands.map((one) => `    ${one.name()}) words="${wordsAfter(program, one)}" ;;`);
  return `_speech() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${firstWords(program)}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${firstWords(program)}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
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
  return `${[...top, ...inner].join("\n")}\n`;
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
