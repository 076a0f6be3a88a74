import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { createContext, useCallback, useContext, useState, type ReactNode } from "react";

const Context = createContext<(text: string) => void>(() => undefined);

/** Says something that went wrong and has no better place on the page. */
export function useToast(): (text: string) => void {
  return useContext(Context);
}

export function Toasts({ children }: { children: ReactNode }) {
  const [items, setItems] = useState<{ id: number; text: string }[]>([]);
  const add = useCallback((text: string) => setItems((known) => [...known.slice(-3), { id: (known.at(-1)?.id ?? 0) + 1, text }]), []);
  return (
    <Context.Provider value={add}>
      <Toast.Provider duration={8_000} swipeDirection="down">
        {children}
        {items.map((item) => (
          <Toast.Root
            key={item.id}
            className="toast"
            onOpenChange={(open) => !open && setItems((known) => known.filter(({ id }) => id !== item.id))}
          >
            <Toast.Description>{item.text}</Toast.Description>
            <Toast.Close className="icon-button small" aria-label="Dismiss">
              <X aria-hidden />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" />
      </Toast.Provider>
    </Context.Provider>
  );
}
