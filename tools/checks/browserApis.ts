import { dirname, relative, resolve } from "node:path";
import bcd, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data";
import ts from "typescript";

/** The oldest supported version of each browser, by MDN's name for it. */
export type Oldest = Readonly<Record<string, string>>;

/** A use of something that an oldest supported browser lacks. */
export type NewerApi = {
  /** Such as `AbortSignal.any`. */
  api: string;
  /** Relative to the folder of the tsconfig. */
  file: string;
  line: number;
  /** The first versions that have it, of the browsers that are older. */
  since: string;
};

/**
 * Every use of a property or global of the browser that not all these browsers have. TypeScript says on which interface
 * a name is declared, and MDN's compatibility data in which version it appeared. Left out: names that the data does not
 * know, attributes in JSX, styles, and packages.
 */
export function newerApis(tsconfig: string, oldest: Oldest): NewerApi[] {
  const config = ts.getParsedCommandLineOfConfigFile(tsconfig, { noEmit: true, incremental: false }, HOST);
  if (!config) throw new Error(`${tsconfig} cannot be read`);
  const program = ts.createProgram(config.fileNames, { ...config.options, tsBuildInfoFile: undefined });
  const checker = program.getTypeChecker();
  const root = dirname(resolve(tsconfig));
  const newer = newerStatements(oldest);
  const found: NewerApi[] = [];
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile) continue;
    const visit = (node: ts.Node): void => {
      // Most names are not in the data, and asking for a symbol is slow.
      const api = ts.isIdentifier(node) && newer.has(node.text) ? libraryApi(checker, node) : null;
      const since = api && newer.get(node.getText())?.get(api.owner);
      if (api && since) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push({ api: api.name, file: relative(root, source.fileName), line, since });
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

type LibraryApi = { owner: string; name: string };

/** What a name refers to in TypeScript's own libraries; null for everything else. The owner of a global is "". */
function libraryApi(checker: ts.TypeChecker, name: ts.Identifier): LibraryApi | null {
  const declaration = checker.getSymbolAtLocation(name)?.declarations?.[0];
  if (!declaration || !LIBRARY.test(declaration.getSourceFile().fileName)) return null;
  const { parent } = declaration;
  // The static members of a DOM interface are declared as the type of a variable.
  const owner = ts.isInterfaceDeclaration(parent)
    ? parent.name.text.replace(/Constructor$/, "")
    : ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)
      ? parent.parent.name.getText()
      : "";
  return { owner, name: owner ? `${owner}.${name.text}` : name.text };
}

const LIBRARY = /[\\/]typescript[\\/]lib[\\/]lib\./;
const GLOBALS = ["Window", "WorkerGlobalScope"];

/** By name and then by owner: the browsers that lack it, with their first versions that have it. */
function newerStatements(oldest: Oldest): Map<string, Map<string, string>> {
  const newer = new Map<string, Map<string, string>>();
  const known = new Set<string>();
  const add = (name: string, owner: string, statement: CompatStatement | undefined) => {
    const key = `${owner}.${name}`;
    const since = statement && lackingIn(statement, oldest);
    // Where a name is both static and inherited, one statement that fits is enough.
    if (since === "" || (since && !known.has(key))) {
      known.add(key);
      if (since) newer.set(name, (newer.get(name) ?? new Map()).set(owner, since));
      else newer.get(name)?.delete(owner);
    }
  };
  for (const group of [bcd.api, bcd.javascript.builtins as Identifier])
    for (const [owner, members] of Object.entries(group)) {
      if (owner === "__compat") continue;
      const { __compat, ...rest } = members as Identifier;
      add(owner, "", __compat);
      for (const [member, about] of Object.entries(rest))
        add(
          member.replace(/_(static|event)$/, ""),
          GLOBALS.includes(owner) ? "" : owner,
          (about as Identifier).__compat,
        );
    }
  return newer;
}

function lackingIn(statement: CompatStatement, oldest: Oldest): string {
  return Object.entries(oldest)
    .flatMap(([browser, version]) => {
      const since = addedIn(statement, browser);
      return since !== null && !isOlder(version, since) ? [] : [`${browser} ${since ?? "never"}`];
    })
    .join(", ");
}

/** The first version with full support that needs no setting; null if there is none. */
export function addedIn(statement: CompatStatement, browser: string): string | null {
  const support = statement.support[browser as keyof typeof statement.support];
  const all: SimpleSupportStatement[] = support ? [support].flat() : [];
  const full = all.find(
    (each) => !each.flags && !each.prefix && !each.alternative_name && !each.version_removed,
  );
  const version = full?.version_added;
  return typeof version === "string" && /^[≤\d]/.test(version) ? version.replace("≤", "") : null;
}

/** Compares versions such as 16.4. */
export function isOlder(one: string, other: string): boolean {
  return one.localeCompare(other, "en", { numeric: true }) < 0;
}
