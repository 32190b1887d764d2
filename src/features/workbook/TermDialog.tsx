import { paths } from "../../domain/paths.ts";
import { termSlug } from "../../domain/terms.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import type { Term } from "./useTermLinks.ts";

type Props = { term: Term; open: boolean; onClose: () => void };

/** Stays mounted when closed: removing an open dialog would lose the focus. */
export function TermDialog({ term: { term, definition }, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={term}
      footer={
        <>
          <LinkButton variant="quiet" to={paths.glossary(termSlug(term))}>
            Open the glossary
          </LinkButton>
          <Button onClick={onClose}>Back to the text</Button>
        </>
      }
    >
      <p>{definition}</p>
    </Dialog>
  );
}
