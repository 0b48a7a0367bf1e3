import type { OsmExtract } from '@rumbo/geo/osm/osm-extract'
import type { Coordinates } from '@rumbo/geo/units'
import { type AddressQuery, densified } from './address-queries.ts'

/** The middle of the demo's fleets. */
const fleet = { latitude: 19.41, longitude: -99.16 }

/** What is typed, and the names in the file that are meant: a landmark, a street, two streets, or a house number. */
const asked: readonly (readonly [
  sort: AddressQuery['sort'],
  text: string,
  meant: string | readonly [string, string],
])[] = [
  ['point', 'zócalo', 'Zócalo'],
  ['point', 'zocalo', 'Zócalo'],
  ['point', 'hospital general', 'Hospital General de México'],
  ['point', 'bellas artes', 'Palacio de Bellas Artes'],
  ['point', 'torre latino', 'Torre Latinoamericana'],
  ['point', 'angel de la independencia', 'Ángel de la Independencia'],
  ['point', 'basilica de guadalupe', 'Basílica de Guadalupe'],
  ['point', 'estadio azteca', 'Estadio Azteca'],
  ['point', 'metro zapata', 'Metro Zapata'],
  ['point', 'metro chapultepec', 'Metro Chapultepec'],
  ['point', 'central de abasto', 'Central de Abasto'],
  ['point', 'mercado de jamaica', 'Mercado Jamaica'],
  ['point', 'tapo', 'Terminal de Autobuses TAPO'],
  ['point', 'museo soumaya', 'Museo Soumaya'],
  ['point', 'casa azul', 'Museo Frida Kahlo'],
  ['misspelling', 'castiyo de chapultepec', 'Castillo de Chapultepec'],
  ['misspelling', 'catedrl metropolitana', 'Catedral Metropolitana'],
  ['misspelling', 'insugentes sur', 'Avenida Insurgentes Sur'],
  ['misspelling', 'universdad', 'Avenida Universidad'],
  ['street', 'chapul', 'Avenida Chapultepec'],
  ['street', 'alvaro obregon', 'Avenida Álvaro Obregón'],
  ['street', 'masaryk', 'Avenida Presidente Masaryk'],
  ['street', 'av. patriotismo', 'Avenida Patriotismo'],
  ['crossing', 'insurgentes y reforma', ['Paseo de la Reforma', 'Avenida Insurgentes Centro']],
  ['crossing', 'reforma esquina bucareli', ['Paseo de la Reforma', 'Bucareli']],
  ['crossing', 'xola & universidad', ['Eje 4 Sur Xola', 'Avenida Universidad']],
  ['crossing', 'obregon esq. cuauhtemoc', ['Avenida Álvaro Obregón', 'Avenida Cuauhtémoc']],
  ['house', 'reforma 222', ['Paseo de la Reforma', '222']],
  ['house', 'paseo de la reforma #505', ['Paseo de la Reforma', '505']],
  ['house', 'insurgentes sur 1602', ['Avenida Insurgentes Sur', '1602']],
]

/** 30 queries on the demo region; the right points are read from the tags of its file. */
export function demoAddressQueries(extract: OsmExtract): AddressQuery[] {
  const point = (node: number): Coordinates => ({
    latitude: (extract.nodes.latitudes[node] as number) / 1e7,
    longitude: (extract.nodes.longitudes[node] as number) / 1e7,
  })
  const nodesOf = (name: string) =>
    extract.ways.flatMap(({ nodes, tags }) => (tags.name === name && tags.highway ? [...nodes] : []))
  const linesOf = (name: string) =>
    extract.ways.flatMap(({ nodes, tags }) =>
      tags.name === name && tags.highway ? [Array.from(nodes, point)] : [],
    )
  return asked.map(([sort, text, meant]) => {
    const query = (right: Coordinates[], reachMetres: number) => {
      if (right.length === 0) throw new Error(`The demo region lacks what "${text}" means.`)
      return { sort, text, near: fleet, right, reachMetres }
    }
    if (typeof meant === 'string') {
      const landmarks = extract.taggedNodes.filter(({ tags }) => tags.name === meant)
      if (landmarks.length > 0)
        return query(
          landmarks.map(({ index }) => point(index)),
          50,
        )
      return query(linesOf(meant).flatMap(densified), 60)
    }
    const [first, second] = meant
    if (sort === 'house') {
      const houses = extract.taggedNodes.filter(
        ({ tags }) => tags['addr:street'] === first && tags['addr:housenumber'] === second,
      )
      return query(
        houses.map(({ index }) => point(index)),
        50,
      )
    }
    const others = new Set(nodesOf(second))
    return query(
      nodesOf(first)
        .filter((node) => others.has(node))
        .map(point),
      50,
    )
  })
}
