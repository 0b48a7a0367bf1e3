declare module 'pdfmake' {
  interface Created {
    getBuffer(): Promise<Buffer>
  }
  interface Pdfmake {
    addFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void
    createPdf(document: object): Created
  }
  const pdfmake: Pdfmake
  export default pdfmake
}
