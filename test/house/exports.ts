import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");
const source = join(root, "src");

/**
 * Types of this package that the signatures of its public names mention, and that it does not export: whoever uses the
 * library could not write them down. `Name (file), mentioned by Other`.
 */
export function unexportedTypes(): readonly string[] {
  const index = join(source, "index.ts");
  const config = ts.readConfigFile(join(root, "tsconfig.build.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram([index], {
    ...options,
    noEmit: true,
    customConditions: ["piolet-source"],
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(index);
  const module = file && checker.getSymbolAtLocation(file);
  if (file === undefined || module === undefined) throw new Error("src/index.ts is no module");
  const original = (symbol: ts.Symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const names = checker.getExportsOfModule(module).map(original);
  const exported = new Set(names);
  const missing = new Map<ts.Symbol, string>();
  const seen = new Set<ts.Type>();
  const isOurs = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(source));

  const visit = (type: ts.Type, by: string): void => {
    if (seen.has(type)) return;
    seen.add(type);
    const isNamed = (type.flags & ts.TypeFlags.TypeParameter) === 0;
    const own = type.aliasSymbol ?? (type.isClassOrInterface() ? type.symbol : undefined);
    const name = isNamed && own !== undefined && isOurs(own) ? own : undefined;
    if (name !== undefined && !exported.has(name)) {
      missing.set(name, by);
      return;
    }
    const from = name?.name ?? by;
    for (const one of type.aliasTypeArguments ?? []) visit(one, from);
    if (type.isUnionOrIntersection()) for (const one of type.types) visit(one, from);
    if ((type.flags & ts.TypeFlags.Object) === 0) return;
    for (const one of checker.getTypeArguments(type as ts.TypeReference)) visit(one, from);
    // What the language and other packages declare is theirs.
    if (type.symbol !== undefined && !isOurs(type.symbol) && name === undefined) return;
    for (const member of checker.getPropertiesOfType(type)) visit(checker.getTypeOfSymbol(member), from);
    for (const { type: value } of checker.getIndexInfosOfType(type)) visit(value, from);
    for (const signature of type.getCallSignatures()) {
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter), from);
      visit(signature.getReturnType(), from);
    }
  };
  for (const symbol of names) {
    const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0;
    visit(isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol), symbol.name);
  }
  return [...missing].map(([{ name, declarations }, by]) => {
    const at = declarations?.[0]?.getSourceFile().fileName.slice(source.length + 1);
    return `${name} (${at}), mentioned by ${by}`;
  });
}
