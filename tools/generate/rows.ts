import type { Client } from 'pg'

const typeOf: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  tsvector: 'string',
  bpchar: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  date: 'string',
  timestamptz: 'Date',
  jsonb: 'unknown',
  bytea: 'Buffer',
  _text: 'string[]',
  _uuid: 'string[]',
}

interface Column {
  schema: string
  table: string
  name: string
  type: string
  is_nullable: boolean
  has_default: boolean
  is_generated: boolean
}

/**
 * TypeScript row types of all tables and views in the product's schemas, read from a migrated database.
 * @throws Error for a column whose type has no TypeScript type above
 */
export async function rowTypes(client: Client, schemas: readonly string[]): Promise<string> {
  const { rows } = await client.query<Column>(
    `select n.nspname as schema, c.relname as "table", a.attname as name, t.typname as type,
            not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default,
            a.attgenerated <> '' or a.attidentity = 'a' or c.relkind = 'v' as is_generated
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid
     join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid
     where n.nspname = any($1) and c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped
     order by n.nspname, c.relname, a.attnum`,
    [schemas],
  )
  const tables = new Map<string, Column[]>()
  for (const column of rows) {
    const name = `${column.schema}.${column.table}`
    tables.set(name, [...(tables.get(name) ?? []), column])
  }
  const lines = [
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
    '',
    '/** Generated from the migrated database by `npm run generate`; not edited by hand. */',
    'export interface Schema {',
  ]
  for (const [name, columns] of tables) {
    lines.push(`  '${name}': {`)
    for (const column of columns) lines.push(`    ${column.name}: ${columnType(column)}`)
    lines.push('  }')
  }
  lines.push('}', '')
  const text = lines.join('\n')
  const unused = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => !text.includes(`${name}<`))
  return unused.length === 0
    ? text
    : text.replace(
        /import type \{.*\}/,
        `import type { ${['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => !unused.includes(name)).join(', ')} }`,
      )
}

function columnType(column: Column): string {
  const base = typeOf[column.type]
  if (!base)
    throw new Error(
      `No TypeScript type for ${column.type} in ${column.schema}.${column.table}.${column.name}`,
    )
  const select = column.is_nullable ? `${base} | null` : base
  if (column.is_generated) return `GeneratedAlways<${select}>`
  if (column.type === 'date' || column.type === 'jsonb' || column.type === 'timestamptz') {
    const written = column.type === 'timestamptz' ? 'Date | string' : 'string'
    const insert = column.is_nullable || column.has_default ? `${written} | null | undefined` : written
    return `ColumnType<${select}, ${insert}, ${written}${column.is_nullable ? ' | null' : ''}>`
  }
  return column.has_default ? `Generated<${select}>` : select
}
