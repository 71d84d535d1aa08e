import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { t } from "#web/messages/translate.ts";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const themeLabels: Readonly<Record<Theme, readonly [name: string, icon: LucideIcon]>> = {
  system: [t("System theme"), Monitor],
  light: [t("Light theme"), Sun],
  dark: [t("Dark theme"), Moon],
};

const yearSeconds = 31_536_000;

/** The theme that the server has written into the page by the cookie; without one the system decides. */
const currentTheme = (): Theme =>
  themes.find((theme) => theme === document.documentElement.dataset["theme"]) ?? "system";

/** Shows the page in a theme, now and whenever this browser loads one. The server reads the cookie, so no page appears in another theme first. */
function keepTheme(theme: Theme): void {
  const seconds = theme === "system" ? 0 : yearSeconds;
  document.cookie = `speech_theme=${theme}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** Chooses between the theme of the system, light and dark. */
export function ThemeSwitch() {
  const [current, setCurrent] = useState(currentTheme);
  const choose = (theme: Theme): void => {
    keepTheme(theme);
    setCurrent(theme);
  };
  return (
    <div className="themes" role="group" aria-label={t("Theme")}>
      {themes.map((theme) => {
        const [name, Icon] = themeLabels[theme];
        return (
          <button
            key={theme}
            type="button"
            className="button plain icon"
            aria-label={name}
            title={name}
            aria-pressed={current === theme}
            onClick={() => choose(theme)}
          >
            <Icon aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
