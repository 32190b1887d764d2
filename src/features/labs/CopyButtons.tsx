import { Copy } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../ui/Button.tsx";

/** A button for each text of a task that is to be copied. The compiler writes the rest of the block (blocks.ts). */
export function CopyButtons({ page }: { page: HTMLElement }) {
  return [...page.querySelectorAll(".block-copy")].map((block) => {
    const words = block.querySelector(".copy-words");
    const title = block.querySelector(".block-title");
    const place = block.querySelector(".copy-place");
    return words && title && place && createPortal(<CopyButton words={words} titleId={title.id} />, place);
  });
}

function CopyButton({ words, titleId }: { words: Element; titleId: string }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(plainText(words));
      setSaid("Copied");
    } catch (error) {
      console.info("The browser did not copy the text", error);
      getSelection()?.selectAllChildren(words);
      setSaid("Your browser did not allow it. The words are selected: copy them with its menu or keyboard.");
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Button variant="secondary" aria-describedby={titleId} onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" />
        Copy
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}

/** The words as the reader sees them, so a page that the browser has translated is copied in its language. */
function plainText(words: Element): string {
  return [...words.children].map(blockText).join("\n\n");
}

function blockText(block: Element): string {
  if (block.matches("ul, ol"))
    return [...block.children]
      .map((item, index) => `${block.matches("ol") ? `${index + 1}.` : "-"} ${oneLine(item)}`)
      .join("\n");
  return block.matches("pre") ? (block.textContent ?? "").trim() : oneLine(block);
}

const oneLine = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
