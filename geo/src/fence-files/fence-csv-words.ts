import type { FenceShape, RouteMode } from '../fences/fence-shape.ts'
import { plainName } from './fence-properties.ts'

export const csvLanguages = ['es', 'en'] as const
export type CsvLanguage = (typeof csvLanguages)[number]

/** The headings of a written file, in the order of its columns. */
export const csvHeadings = {
  es: [
    'Nombre',
    'Descripción',
    'Tipo',
    'Latitud',
    'Longitud',
    'Radio (m)',
    'WKT',
    'Medio ancho (m)',
    'Modo',
    'Color',
    'Etiquetas',
  ],
  en: [
    'Name',
    'Description',
    'Type',
    'Latitude',
    'Longitude',
    'Radius (m)',
    'WKT',
    'Half width (m)',
    'Mode',
    'Color',
    'Tags',
  ],
} as const

export const csvKinds: Record<CsvLanguage, Record<FenceShape['kind'], string>> = {
  es: { circle: 'círculo', polygon: 'polígono', route: 'ruta' },
  en: { circle: 'circle', polygon: 'polygon', route: 'route' },
}
export const csvModes: Record<CsvLanguage, Record<RouteMode, string>> = {
  es: { one_way: 'un sentido', two_way: 'dos sentidos', free: 'libre' },
  en: { one_way: 'one way', two_way: 'two way', free: 'free' },
}

/** Columns that say where a fence is; those of its properties are known by the names of these. */
export type ShapeColumn = 'type' | 'latitude' | 'longitude' | 'wkt'
const columns = new Map<string, ShapeColumn>(
  Object.entries({
    type: ['tipo', 'type', 'forma'],
    latitude: ['latitud', 'latitude', 'lat', 'y'],
    longitude: ['longitud', 'longitude', 'lon', 'lng', 'long', 'x'],
    wkt: ['wkt', 'ewkt', 'geometria', 'geometry', 'geom', 'thegeom', 'wktgeom', 'wktgeometry'],
  }).flatMap(([column, names]) => names.map((name) => [name, column as ShapeColumn])),
)
const kinds = new Map<string, FenceShape['kind']>(
  Object.entries({
    circle: ['circulo', 'circle', 'circular', 'radio', 'radius'],
    polygon: ['poligono', 'polygon', 'poligonal', 'multipolygon'],
    route: ['ruta', 'route', 'linea', 'line', 'linestring', 'corredor', 'corridor'],
  }).flatMap(([kind, words]) => words.map((word) => [word, kind as FenceShape['kind']])),
)

export const shapeColumnOf = (heading: string): ShapeColumn | null => columns.get(plainName(heading)) ?? null

/** The kind of shape by its word in either language; null for other words, which other tools mean otherwise. */
export const kindOfWord = (word: string): FenceShape['kind'] | null => kinds.get(plainName(word)) ?? null
