import { CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import type { LiveState } from "../live/liveClient";

/** A blink of the connection is nobody's business; a longer one is said. */
const PATIENCE_MS = 600;

export function LiveBanner({ state }: { state: LiveState }) {
  const away = state === "reconnecting";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!away) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [away]);
  return (
    <div className="banner-place" role="status">
      {shown && (
        <p className="banner">
          <CloudOff aria-hidden /> Reconnecting… the run goes on without this page.
        </p>
      )}
    </div>
  );
}
