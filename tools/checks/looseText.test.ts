import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Text in a place where `src/ui/jsx.ts` cannot give it a separate element. */
type LooseText = { file: string; line: number; text: string };

/**
 * Every element of a component that returns text, and every list of texts in JSX. React puts both on the page as bare texts,
 * which a translator may replace (docs/decisions/0076-text-in-its-own-element.md).
 */
function looseTexts(tsconfig: string): LooseText[] {
  const config = ts.getParsedCommandLineOfConfigFile(tsconfig, { noEmit: true, incremental: false }, HOST);
  if (!config) throw new Error(`${tsconfig} cannot be read`);
  const program = ts.createProgram(config.fileNames, { ...config.options, tsBuildInfoFile: undefined });
  const checker = program.getTypeChecker();
  const root = dirname(resolve(tsconfig));
  const found: LooseText[] = [];

  const isList = (type: ts.Type) => checker.isArrayType(type) || checker.isTupleType(type);
  const hasTextItems = (type: ts.Type) =>
    partsOf(type)
      .filter(isList)
      .flatMap((list) => checker.getTypeArguments(list as ts.TypeReference))
      .some(isText);
  const returnsText = (element: ts.JsxOpeningLikeElement) => {
    // Not div and the like.
    if (/^[a-z]\w*$/.test(element.tagName.getText())) return false;
    const signature = checker.getResolvedSignature(element);
    return signature !== undefined && isText(signature.getReturnType());
  };

  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile) continue;
    const visit = (node: ts.Node): void => {
      const isLoose =
        ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)
          ? returnsText(node)
          : ts.isJsxExpression(node) &&
            !ts.isJsxAttribute(node.parent) &&
            node.expression !== undefined &&
            hasTextItems(checker.getTypeAtLocation(node.expression));
      if (isLoose) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push({ file: relative(root, source.fileName), line, text: node.getText() });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

const HOST: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
  },
};

function partsOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Not `ReactNode`, which is text only if a caller passes text, and not the empty string, which shows nothing. */
function isText(type: ts.Type): boolean {
  const parts = partsOf(type);
  if (parts.some(({ flags }) => flags & ts.TypeFlags.BigInt)) return false;
  return parts.some(
    (part) =>
      (part.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0 &&
      !(part.isStringLiteral() && part.value === ""),
  );
}

const ROOT = join(import.meta.dirname, "..", "..");
/** Reading the types of the whole project takes ten seconds, and minutes on a busy machine. */
const TYPE_CHECK_TIMEOUT_MS = 300_000;

test("no component returns text and no list in JSX contains text, which a translator may replace", {
  timeout: TYPE_CHECK_TIMEOUT_MS,
}, () => {
  expect(looseTexts(join(ROOT, "tsconfig.app.json"))).toEqual([]);
});
