declare module "swagger2openapi" {
  const converter: {
    convertObj(
      document: object,
      options: { patch: boolean; warnOnly: boolean; resolve: boolean },
    ): Promise<{ openapi: unknown }>;
  };
  export default converter;
}
