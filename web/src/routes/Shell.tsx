import { Menu } from "lucide-react";
import { Dialog } from "radix-ui";
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { Outlet, useLocation } from "react-router";
import { IconButton } from "../components/IconButton";
import { LiveBanner } from "../components/LiveBanner";
import { Sidebar } from "../components/Sidebar";
import { useServices } from "./services";

const WIDE = "(min-width: 860px)";

const DrawerContext = createContext<ReactNode>(null);

/** The button that opens the list of conversations where there is no room for it; nothing on a wide page. */
export function useDrawerButton(): ReactNode {
  return useContext(DrawerContext);
}

export function Shell() {
  const wide = useMedia(WIDE);
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { liveState } = useServices();
  useEffect(() => setOpen(false), [pathname]);
  const button = useMemo(
    () =>
      wide ? null : (
        <IconButton label="Conversations" onClick={() => setOpen(true)}>
          <Menu aria-hidden />
        </IconButton>
      ),
    [wide],
  );
  return (
    <DrawerContext.Provider value={button}>
      <a className="skip" href="#main">
        Skip to the conversation
      </a>
      <div className="shell">
        {wide ? (
          <div className="side">
            <Sidebar onDone={() => undefined} />
          </div>
        ) : (
          <Dialog.Root open={open} onOpenChange={setOpen}>
            <Dialog.Portal>
              <Dialog.Overlay className="overlay" />
              <Dialog.Content
                className="side drawer"
                aria-describedby={undefined}
                tabIndex={-1}
                onOpenAutoFocus={(event) => {
                  // Not into the search field: that would throw up a keyboard over the list.
                  event.preventDefault();
                  (event.currentTarget as HTMLElement).focus();
                }}
              >
                <Dialog.Title className="sr-only">Conversations</Dialog.Title>
                <Sidebar onDone={() => setOpen(false)} />
              </Dialog.Content>
            </Dialog.Portal>
          </Dialog.Root>
        )}
        <div className="stage">
          <LiveBanner state={liveState} />
          <Outlet />
        </div>
      </div>
    </DrawerContext.Provider>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const update = () => setMatches(list.matches);
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return matches;
}
