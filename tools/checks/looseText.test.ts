import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";

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

// In the project, to find the types of React.
const folder = mkdtempSync(join(ROOT, "node_modules", ".cache", "loose-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("no component returns text and no list in JSX contains text, which a translator may replace", {
  timeout: TYPE_CHECK_TIMEOUT_MS,
}, () => {
  expect(looseTexts(join(ROOT, "tsconfig.app.json"))).toEqual([]);
});

test("a component that returns text is found, and so is a list of texts", {
  timeout: TYPE_CHECK_TIMEOUT_MS,
}, () => {
  const tsconfig = join(folder, "tsconfig.json");
  const compilerOptions = { jsx: "react-jsx", jsxImportSource: "react", module: "esnext" };
  writeFileSync(
    tsconfig,
    JSON.stringify({
      compilerOptions: { ...compilerOptions, moduleResolution: "bundler", strict: true, skipLibCheck: true },
      files: ["a.tsx"],
    }),
  );
  writeFileSync(
    join(folder, "a.tsx"),
    `import type { ReactNode } from "react";
const Price = ({ pence }: { pence: number }) => (pence > 0 ? \`£\${pence}\` : null);
const Count = ({ count }: { count: number }) => count;
const Mark = ({ name }: { name: string }) => name && <b>{name}</b>;
const Part = ({ children }: { children: ReactNode }) => <i>{children}</i>;
const names: string[] = [];
export const a = <p>Now <Price pence={1} /></p>;
export const b = <Part><Count count={1}></Count></Part>;
export const c = <p>{names}</p>;
export const d = <p>{names.map((name) => <b key={name}>{name}</b>)}{names.join(", ")}<Mark name="" /></p>;
export const e = <p title={names[0]} data-names={names}>{names.length > 0 && names[0]}</p>;`,
  );
  expect(looseTexts(tsconfig).map(({ line, text }) => `${line}: ${text}`)).toEqual([
    "7: <Price pence={1} />",
    "8: <Count count={1}>",
    "9: {names}",
  ]);
});
