import { Check, ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useMemo } from "react";
import type { Mode, Model } from "../contract/api";
import { displayLine } from "../run/displayEscape.logic";

export const MODES: { mode: Mode; label: string; help: string }[] = [
  { mode: "read-only", label: "Read only", help: "Looks at files and answers. Changes and runs nothing." },
  { mode: "approval-required", label: "Ask first", help: "Reads freely; asks you before every command and every change to a file." },
  { mode: "auto-edit", label: "Edit freely", help: "Reads and edits files by itself; asks you before every command." },
  { mode: "full", label: "Full", help: "Edits and runs commands without asking, inside its sandbox." },
];

export function ModeMenu({
  mode,
  mayFull,
  disabled,
  onChange,
}: {
  mode: Mode;
  mayFull: boolean;
  disabled: boolean;
  onChange: (mode: Mode) => void;
}) {
  const current = MODES.find((item) => item.mode === mode);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chip" disabled={disabled} aria-label={`Mode: ${current?.label ?? mode}`}>
        {current?.label ?? mode} <ChevronDown aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu wide" align="start" side="top" sideOffset={6} collisionPadding={12}>
          <DropdownMenu.Label className="menu-label">How much may it do by itself?</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={mode} onValueChange={(value) => onChange(value as Mode)}>
            {MODES.map((item) => (
              <DropdownMenu.RadioItem
                key={item.mode}
                value={item.mode}
                className="menu-item tall"
                disabled={item.mode === "full" && !mayFull}
              >
                <span className="menu-text">
                  <span>{item.label}</span>
                  <span className="menu-help">{item.mode === "full" && !mayFull ? "This sign-in may not choose it." : item.help}</span>
                </span>
                <DropdownMenu.ItemIndicator className="menu-check">
                  <Check aria-hidden />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface ModelChoice {
  provider: string;
  model: string;
}

interface ModelMenuProps {
  models: readonly Model[];
  choice: ModelChoice | null;
  disabled: boolean;
  onChange: (choice: ModelChoice) => void;
}

export function ModelMenu({ models, choice, disabled, onChange }: ModelMenuProps) {
  const byProvider = useMemo(() => {
    const groups = new Map<string, Model[]>();
    for (const model of models) groups.set(model.provider, [...(groups.get(model.provider) ?? []), model]);
    return [...groups];
  }, [models]);
  const current = models.find((model) => model.provider === choice?.provider && model.id === choice.model);
  const label = current === undefined ? (choice?.model ?? "Default model") : current.name;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chip" disabled={disabled || models.length === 0} aria-label={`Model: ${displayLine(label)}`}>
        <span className="chip-text">{displayLine(label)}</span> <ChevronDown aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" side="top" sideOffset={6} collisionPadding={12}>
          <DropdownMenu.RadioGroup
            value={choice === null ? "" : key(choice.provider, choice.model)}
            onValueChange={(value) => {
              const model = models.find((item) => key(item.provider, item.id) === value);
              if (model !== undefined) onChange({ provider: model.provider, model: model.id });
            }}
          >
            {byProvider.map(([provider, items]) => (
              <DropdownMenu.Group key={provider}>
                <DropdownMenu.Label className="menu-label">{displayLine(provider)}</DropdownMenu.Label>
                {items.map((model) => (
                  <DropdownMenu.RadioItem key={model.id} value={key(model.provider, model.id)} className="menu-item">
                    {displayLine(model.name)}
                    <DropdownMenu.ItemIndicator className="menu-check">
                      <Check aria-hidden />
                    </DropdownMenu.ItemIndicator>
                  </DropdownMenu.RadioItem>
                ))}
              </DropdownMenu.Group>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function key(provider: string, model: string): string {
  return `${provider}\n${model}`;
}
