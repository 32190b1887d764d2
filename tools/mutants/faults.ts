import ts from "typescript";

/** A fault that can be planted: `text` replaces what is between two offsets of a file. */
export type Fault = { file: string; line: number; start: number; end: number; text: string; change: string };

const T = ts.SyntaxKind;
const OPERATORS = new Map<ts.SyntaxKind, string>([
  [T.EqualsEqualsEqualsToken, "!=="],
  [T.ExclamationEqualsEqualsToken, "==="],
  [T.LessThanToken, "<="],
  [T.LessThanEqualsToken, "<"],
  [T.GreaterThanToken, ">="],
  [T.GreaterThanEqualsToken, ">"],
  [T.AmpersandAmpersandToken, "||"],
  [T.BarBarToken, "&&"],
  [T.PlusToken, "-"],
  [T.MinusToken, "+"],
]);

/** Flipped conditions, dropped statements and shifted bounds of a TypeScript file. */
export function faultsInTypeScript(file: string, code: string): Fault[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const add = (node: ts.Node, text: string) =>
    faults.push(faultAt(file, code, node.getStart(source), node.getEnd(), text));

  const visit = (node: ts.Node): void => {
    // A type has no effect when the tests run.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS.get(node.operatorToken.kind);
      const joinsText =
        ts.isStringLiteralLike(node.left) ||
        ts.isTemplateExpression(node.left) ||
        ts.isStringLiteralLike(node.right);
      if (other && !(joinsText && node.operatorToken.kind === T.PlusToken)) add(node.operatorToken, other);
    }
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      add(condition, `!(${condition.getText(source)})`);
    }
    if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)) add(node, ";");
    if (ts.isNumericLiteral(node)) add(node, `(${node.text} + 1)`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

const SQL_CHANGES: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/(?<![<>=:|])<=?(?![>=@|])/g, (found) => (found === "<" ? "<=" : "<")],
  [/(?<![<>=-])>=?(?![>=@])/g, (found) => (found === ">" ? ">=" : ">")],
  [/(?<= )(?:=|<>)(?= )/g, (found) => (found === "=" ? "<>" : "=")],
  [/\bis (?:not )?null\b/g, (found) => (found === "is null" ? "is not null" : "is null")],
  [/(?<=\s)(?:and|or)(?=\s)/g, (found) => (found === "and" ? "or" : "and")],
  [/\bnot (?=exists|found)/g, () => ""],
  [/(?<=^\s*)(?:perform|delete from|update|insert into)\s[^;]*;/gm, () => "null;"],
  [/\binterval '\d+/g, (found) => found.replace(/\d+/, (count) => String(Number(count) + 1))],
];
/** A function with its body. */
const FUNCTION = /^create function ([\w.]+)[\s\S]*?\bas \$\$([\s\S]*?)\$\$;/gm;

export type SqlFault = Fault & { name: string; statement: string };

/** The same for the bodies of functions in SQL. `statement` replaces the function by the one with the fault. */
export function faultsInSql(file: string, sql: string): SqlFault[] {
  return [...sql.matchAll(FUNCTION)].flatMap((found) => {
    const [whole, name = "", body = ""] = found;
    const bodyAt = found.index + whole.lastIndexOf(body);
    const plain = withoutComments(body);
    return SQL_CHANGES.flatMap(([pattern, change]) =>
      [...plain.matchAll(pattern)].map((each) => {
        const start = bodyAt + each.index;
        const fault = faultAt(file, sql, start, start + each[0].length, change(each[0]));
        const from = start - found.index;
        const changed = whole.slice(0, from) + fault.text + whole.slice(from + each[0].length);
        return {
          ...fault,
          name,
          statement: changed.replace("create function", "create or replace function"),
        };
      }),
    );
  });
}

/** Of the same length, so that offsets stay. */
const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, (comment) => " ".repeat(comment.length));

function faultAt(file: string, code: string, start: number, end: number, text: string): Fault {
  const line = code.slice(0, start).split("\n").length;
  const short = (part: string) => part.replaceAll(/\s+/g, " ").slice(0, 60);
  return {
    file,
    line,
    start,
    end,
    text,
    change: `${short(code.slice(start, end))} → ${short(text) || "(nothing)"}`,
  };
}
