declare module 'maplibre-gl/dist/maplibre-gl.css'
declare module '*?worker&url' {
  const address: string
  export default address
}
declare module '*.woff2?url' {
  const address: string
  export default address
}
