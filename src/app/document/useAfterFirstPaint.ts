import { useEffect, useState } from "react";

/** False until the page has loaded and been painted. Whatever is not needed to read the page waits for this. */
export function useAfterFirstPaint(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  // Synchronises with the browser's own loading: "load", then the next frame.
  useEffect(() => {
    let frame = 0;
    const afterLoad = () => {
      frame = requestAnimationFrame(() => setIsPainted(true));
    };
    if (document.readyState === "complete") afterLoad();
    else addEventListener("load", afterLoad, { once: true });
    return () => {
      removeEventListener("load", afterLoad);
      cancelAnimationFrame(frame);
    };
  }, []);
  return isPainted;
}
