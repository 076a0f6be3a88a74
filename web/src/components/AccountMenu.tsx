import { useQueryClient } from "@tanstack/react-query";
import { Check, ChevronsUpDown, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { displayLine } from "../run/displayEscape.logic";
import { useServices } from "../routes/services";
import { useTheme, type ThemeChoice } from "./useTheme";

const THEMES = [
  { choice: "system", label: "As the system", icon: Monitor },
  { choice: "light", label: "Light", icon: Sun },
  { choice: "dark", label: "Dark", icon: Moon },
] as const;

export function AccountMenu() {
  const { session, metis } = useServices();
  const queries = useQueryClient();
  const [theme, setTheme] = useTheme();
  const name = displayLine(session.user.name);
  return (
    <div className="side-foot">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="account">
          <span className="avatar" aria-hidden data-initial={[...name.trim()][0]?.toUpperCase() ?? "?"} />
          <span className="account-name">{name}</span>
          <span className="sr-only">, account and appearance</span>
          <ChevronsUpDown aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start" side="top" sideOffset={6}>
            <DropdownMenu.Label className="menu-label">Appearance</DropdownMenu.Label>
            <DropdownMenu.RadioGroup value={theme} onValueChange={(value) => setTheme(value as ThemeChoice)}>
              {THEMES.map(({ choice, label, icon: Icon }) => (
                <DropdownMenu.RadioItem key={choice} value={choice} className="menu-item">
                  <Icon aria-hidden /> {label}
                  <DropdownMenu.ItemIndicator className="menu-check">
                    <Check aria-hidden />
                  </DropdownMenu.ItemIndicator>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
            <DropdownMenu.Separator className="menu-line" />
            <DropdownMenu.Item
              className="menu-item"
              onSelect={() => {
                void metis.signOut().finally(() => {
                  queries.clear();
                  queries.setQueryData(["session"], null);
                });
              }}
            >
              <LogOut aria-hidden /> Sign out
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}
