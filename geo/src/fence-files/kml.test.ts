import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenceFileLimits } from './fence-file.ts'
import { readKml } from './kml-read.ts'
import { writeKml } from './kml-write.ts'
import { anyFences, fencesOf, refusalsOf } from './testing/fences.ts'

const ring = '-99.2,19.3,0 -99.1,19.3,0 -99.1,19.4,0 -99.2,19.3,0'
const corners = [
  { latitude: 19.3, longitude: -99.2 },
  { latitude: 19.3, longitude: -99.1 },
  { latitude: 19.4, longitude: -99.1 },
]
const boundary = (points: string, side = 'outer') =>
  `<${side}BoundaryIs><LinearRing><coordinates>${points}</coordinates></LinearRing></${side}BoundaryIs>`
const polygon = (points = ring, more = '') => `<Polygon>${boundary(points)}${more}</Polygon>`
const kml = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">${content}</kml>`
const placemark = (content: string) => kml(`<Placemark>${content}</Placemark>`)
const read = (content: string) => readKml(placemark(content))

const googleEarth = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2" xmlns:kml="http://www.opengis.net/kml/2.2">
<Document>
	<name>Geocercas.kml</name>
	<StyleMap id="m_ylw-pushpin">
		<Pair><key>highlight</key><styleUrl>#s_hl</styleUrl></Pair>
		<Pair><key>normal</key><styleUrl>#s_normal</styleUrl></Pair>
	</StyleMap>
	<Folder>
		<name>Zonas</name>
		<Placemark>
			<name>Base Norte</name>
			<description><![CDATA[Entrada por <b>Calle 5</b> & 7<script>alert(1)</script>]]></description>
			<styleUrl>#m_ylw-pushpin</styleUrl>
			<Polygon>
				<tessellate>1</tessellate>
				<outerBoundaryIs>
					<LinearRing>
						<coordinates>
							-99.2,19.3,0 -99.1,19.3,0
							-99.1,19.4,0 -99.2,19.3,0 
						</coordinates>
					</LinearRing>
				</outerBoundaryIs>
			</Polygon>
		</Placemark>
		<Placemark>
			<name>Ruta al aeropuerto</name>
			<styleUrl>#__managed_style_1</styleUrl>
			<LineString><coordinates>-99.2,19.3,0 -99.1,19.3,0</coordinates></LineString>
		</Placemark>
	</Folder>
	<gx:CascadingStyle kml:id="__managed_style_1">
		<Style><LineStyle><color>ff2dc0fb</color></LineStyle></Style>
	</gx:CascadingStyle>
	<Style id="s_normal"><LineStyle><color>ff0000ff</color></LineStyle><PolyStyle><color>7f00ff00</color></PolyStyle></Style>
	<Style id="s_hl"><PolyStyle><color>ffffffff</color></PolyStyle></Style>
</Document>
</kml>
`

describe('KML of other tools', () => {
  it('is read as Google Earth writes it, with styles behind what uses them and colours as aabbggrr', () => {
    const file = readKml(googleEarth)
    expect(file.refused).toEqual([])
    expect(file.fences).toEqual([
      {
        name: 'Base Norte',
        description: 'Entrada por <b>Calle 5</b> & 7<script>alert(1)</script>',
        shape: { kind: 'polygon', corners },
        colour: '#00ff00',
        tags: [],
        index: 1,
        line: 11,
      },
      {
        name: 'Ruta al aeropuerto',
        description: null,
        shape: { kind: 'route', path: corners.slice(0, 2), halfWidthMetres: 50, mode: 'free' },
        colour: '#fbc02d',
        tags: [],
        index: 2,
        line: 27,
      },
    ])
  })
  it('is read as QGIS writes it, with a schema and the style in the placemark', () => {
    const file = readKml(
      kml(`<Document id="root_doc"><Schema name="z" id="z"><SimpleField name="radio" type="float"/></Schema>
        <Folder><name>z</name><Placemark><name>Taller</name>
        <Style><LineStyle><color>ff0000ff</color></LineStyle><PolyStyle><fill>0</fill></PolyStyle></Style>
        <ExtendedData><SchemaData schemaUrl="#z"><SimpleData name="radio">120.5</SimpleData>
        <SimpleData name="etiquetas">sur;taller</SimpleData></SchemaData></ExtendedData>
        <Point><coordinates>-99.1,19.4</coordinates></Point></Placemark></Folder></Document>`),
    )
    expect(fencesOf(file)).toEqual([
      {
        name: 'Taller',
        description: null,
        shape: { kind: 'circle', center: { latitude: 19.4, longitude: -99.1 }, radiusMetres: 120.5 },
        colour: '#ff0000',
        tags: ['sur', 'taller'],
      },
    ])
  })
  it('may have prefixes, style maps within placemarks, and several geometries in one', () => {
    const file = readKml(
      `<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:name>Dos</k:name>
      <k:StyleMap><k:Pair><k:key>normal</k:key><k:Style><k:PolyStyle><k:color>ff112233</k:color></k:PolyStyle></k:Style></k:Pair></k:StyleMap>
      <k:MultiGeometry>${`${polygon()}<MultiGeometry><LineString><coordinates>1,1 2 , 2,5</coordinates></LineString></MultiGeometry>`.replaceAll(/<(\/?)/g, '<$1k:')}
      </k:MultiGeometry></k:Placemark></k:kml>`,
    )
    expect(file.refused).toEqual([])
    expect(file.fences.map(({ name, colour, shape }) => [name, colour, shape.kind])).toEqual([
      ['Dos (1)', '#332211', 'polygon'],
      ['Dos (2)', '#332211', 'route'],
    ])
    expect(file.fences[1]?.shape).toMatchObject({ path: [{ latitude: 1 }, { latitude: 2, longitude: 2 }] })
  })
  it('has what it says in plain text, also where that is markup', () => {
    const file = read(`<name>A &amp; &lt;B&gt;</name><description>uno <i>dos</i></description>${polygon()}`)
    expect(file.fences[0]).toMatchObject({ name: 'A & <B>', description: 'uno dos' })
  })
})

describe('a shape of KML that is refused', () => {
  const line = (points: string) => `<LineString><coordinates>${points}</coordinates></LineString>`
  it.each([
    ['a hole', polygon(ring, boundary(ring, 'inner')), 'hole'],
    ['an open ring', polygon('1,1 2,1 2,2'), 'unclosed'],
    ['crossing sides', polygon('0,0 1,1 1,0 0,1 0,0'), 'self_intersection'],
    ['no coordinates', '<Polygon/>', 'not_a_shape'],
    ['empty coordinates', line(' '), 'not_a_shape'],
    ['no geometry', '', 'not_a_shape'],
    ['a point without a radius', '<Point><coordinates>1,1</coordinates></Point>', 'no_radius'],
    ['a point of two places', '<Point><coordinates>1,1 2,2</coordinates></Point>', 'bad_coordinates'],
    ['words for numbers', line('uno,dos tres,cuatro'), 'bad_coordinates'],
    ['hexadecimal numbers', line('0x10,1 2,2'), 'bad_coordinates'],
    ['no commas', line('1 1 2 2'), 'bad_coordinates'],
    ['four numbers in one', line('1,1,1,1 2,2'), 'bad_coordinates'],
    ['the latitude first', line('19.3,-99.2 19.4,-99.1'), 'swapped_coordinates'],
    ['a track', '<gx:Track xmlns:gx="g"><gx:coord>1 1 0</gx:coord></gx:Track>', 'unsupported_geometry'],
    ['a model', '<Model><Location><longitude>1</longitude></Location></Model>', 'unsupported_geometry'],
    ['too many points', line('1,1 2,2 '.repeat(5_001)), 'too_many_points'],
  ])('has %s', (_name, geometry, reason) => {
    const file = readKml(
      kml(
        `<Document>\n<Placemark><name>X</name>${geometry}</Placemark>\n<Placemark>${polygon()}</Placemark></Document>`,
      ),
    )
    expect(file.refused).toEqual([{ what: 'X', reason, index: 1, line: 3 }])
    expect(file.fences).toHaveLength(1)
  })
  it('is a link to another document, which is not followed', () => {
    const link =
      '<NetworkLink><name>Otra</name><Link><href>http://example.org/a.kml</href></Link></NetworkLink>'
    expect(
      refusalsOf(readKml(kml(`<Document>${link}<Placemark>${polygon()}</Placemark></Document>`))),
    ).toEqual(['NetworkLink: network_link'])
  })
})

describe('a file that is no KML', () => {
  const lines = (count: number) => '\n'.repeat(count)
  it.each([
    ['empty', '', 'not_xml', 1],
    ['cut off', `<kml>${lines(2)}<Placemark>${polygon()}`, 'not_xml', 3],
    ['not well-formed', `<kml>${lines(3)}<name>A & B</name></kml>`, 'not_xml', 4],
    ['with an entity of HTML', '<kml><name>a&nbsp;b</name></kml>', 'not_xml', 1],
    ['another document', '<gpx><wpt lat="1" lon="1"/></gpx>', 'not_kml', 1],
    ['a page', '<html><script>alert(1)</script></html>', 'not_kml', 1],
    ['without placemarks', '<kml><Document/></kml>', 'no_shapes', null],
    [
      'with an external entity',
      `<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>${lines(1)}<kml><Placemark><name>&x;</name>${polygon()}</Placemark></kml>`,
      'document_type',
      1,
    ],
    [
      'with entities that grow',
      `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><kml><name>&b;</name></kml>`,
      'document_type',
      1,
    ],
    ['with an external type', `<!DOCTYPE kml SYSTEM "http://example.org/kml.dtd"><kml/>`, 'document_type', 1],
  ])('%s', (_name, text, reason, line) => {
    expect(readKml(text)).toEqual({ fences: [], refused: [{ what: '', reason, index: 0, line }] })
  })
  it('is refused beyond the bounds', () => {
    const many = (content: string, count: number) => kml(content.repeat(count))
    const point = '<Placemark><Point><coordinates>1,1</coordinates></Point></Placemark>'
    expect(refusalsOf(readKml(many(point, fenceFileLimits.shapes + 1)))).toEqual([': too_many_shapes'])
    const line = `<Placemark><LineString><coordinates>${'1,1 2,2 '.repeat(4_900)}</coordinates></LineString></Placemark>`
    expect(refusalsOf(readKml(many(line, 26)))).toEqual([': file_too_detailed'])
    expect(refusalsOf(readKml(many(line, 60)))).toEqual([': file_too_detailed'])
    // 50 MB
    expect(refusalsOf(readKml(kml(' '.repeat(50 * 1024 * 1024))))).toEqual([': file_too_large'])
  })
  it.each([
    ['nested elements', (size: number) => kml('<Folder>'.repeat(size / 8))],
    [
      'attributes',
      (size: number) => kml(`<a ${Array.from({ length: size / 16 }, (_, at) => `b${at}="12"`).join(' ')}/>`),
    ],
    ['blanks in coordinates', (size: number) => placemark(polygon(`1${' '.repeat(size)},1`))],
    ['commas', (size: number) => placemark(polygon(','.repeat(size)))],
    ['points of one line', (size: number) => placemark(polygon('1,1 '.repeat(size / 4)))],
    ['pieces of text', (size: number) => placemark(`<name>${'a&amp;<b/>'.repeat(size / 10)}</name>`)],
    ['geometries', (size: number) => placemark('<Polygon></Polygon>'.repeat(size / 19))],
    ['an open document type', (size: number) => `<!DOCTYPE kml [${'<!ENTITY a "b">'.repeat(size / 15)}`],
  ])('takes time in proportion to its length: %s', (_name, textOf) => {
    const started = performance.now()
    expect(readKml(textOf(4_000_000)).fences).toEqual([])
    // A quadratic reader would take hours; the limit leaves a busy machine its time.
    expect(performance.now() - started).toBeLessThan(30_000)
  })
})

describe('written KML', () => {
  it('is read again as every geofence was', () => {
    fc.assert(
      fc.property(anyFences, (fences) => {
        const file = readKml(writeKml(fences))
        expect(file.refused).toEqual([])
        expect(fencesOf(file)).toEqual(fences)
      }),
    )
  })
  const circle = { kind: 'circle', center: { latitude: 19.4, longitude: -99.1 }, radiusMetres: 200 } as const
  const text = writeKml([{ name: 'C', description: null, shape: circle, colour: '#112233', tags: [] }])
  it('draws a circle as a polygon for other tools, which is a polygon again once somebody moved a corner', () => {
    expect(text.match(/-?\d[\d.]*,-?\d[\d.]*/g)).toHaveLength(65)
    expect(text).toContain('<color>ff332211</color>')
    const moved = text
      .replace(/<coordinates>\S+ /, '<coordinates>-99.1,19.41 ')
      .replace(/ \S+<\/coord/, ' -99.1,19.41</coord')
    expect(readKml(moved).fences[0]?.shape.kind).toBe('polygon')
  })
  it('has no characters that XML forbids', () => {
    const name = 'a\u0000b\u001bc\ud800d\uffffe'
    const written = writeKml([{ name, description: 'x\r\ny', shape: circle, colour: null, tags: [] }])
    expect(readKml(written).fences[0]).toMatchObject({ name: 'abcde', description: 'x\r\ny' })
  })
})
