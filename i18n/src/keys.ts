import type { domains } from './es/index.ts'

type Domains = typeof domains

type RawKey = { [D in keyof Domains & string]: `${D}.${keyof Domains[D] & string}` }[keyof Domains & string]

type RawText<K extends string> = K extends `${infer D}.${infer Rest}`
  ? D extends keyof Domains
    ? Rest extends keyof Domains[D]
      ? Domains[D][Rest]
      : never
    : never
  : never

type PluralBase<K extends string> = K extends `${infer Base}_other` ? Base : never
type Singular<K extends string> = K extends `${string}_one` | `${string}_other` ? never : K

/** The keys of all texts: `domain.key`; plural forms by their base. */
export type TextKey = Singular<RawKey> | PluralBase<RawKey>

type Placeholder<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

type PlaceholderOf<K extends string> =
  K extends PluralBase<RawKey>
    ? 'count' | Placeholder<RawText<`${K}_other`> & string>
    : Placeholder<RawText<K> & string>

export type TextParams<K extends string> = {
  readonly [Name in PlaceholderOf<K>]: Name extends 'count' ? number : string | number
}

/** The values of a text's placeholders; a text without placeholders ignores them. */
export type TextArguments<K extends string> = [PlaceholderOf<K>] extends [never]
  ? [params?: Readonly<Record<string, string | number>>]
  : [params: TextParams<K>]
