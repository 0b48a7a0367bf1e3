import MuiLink, { type LinkProps } from '@mui/material/Link'
import { useLocation, useRouter } from '@tanstack/react-router'
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { type AddressState, queryString, readQuery } from '../../addresses.ts'

/** Goes to an address of the application, made by `addresses`. */
export function useGo(): (address: string, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback(
    (address, { replace = false } = {}) => {
      if (replace) router.history.replace(address)
      else router.history.push(address)
    },
    [router],
  )
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
}

/** A plain anchor that stays inside the application; new tabs and windows work as everywhere. For MUI's `component`. */
export function Anchor({ to, onClick, ...rest }: AnchorProps) {
  const go = useGo()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event) || (rest.target && rest.target !== '_self')) return
        event.preventDefault()
        go(to)
      }}
    />
  )
}

/** A link in the product's colours to an address made by `addresses`. */
export function AppLink(props: Omit<LinkProps, 'href' | 'component'> & { to: string }) {
  return <MuiLink component={Anchor} {...props} />
}

type Query = Readonly<Record<string, string | string[]>>

/**
 * The state a screen keeps in the address: the query as text (repeated names are lists), and a way to change some of
 * it. `undefined` or empty text removes a name. Changes replace the history entry unless `push` is set; once another
 * screen is open they do nothing.
 */
export function useAddressState(): [Query, (change: AddressState, options?: { push?: boolean }) => void] {
  const { pathname, searchStr } = useLocation()
  const { history } = useRouter()
  const go = useGo()
  const query = useMemo(() => readQuery(searchStr), [searchStr])
  const change = useCallback(
    (some: AddressState, { push = false } = {}) => {
      // A second change may come before the first is rendered.
      const { location } = history
      // An answer that comes late must not pull the person back to a screen they have left.
      if (location.pathname !== pathname) return
      go(`${pathname}${queryString({ ...readQuery(location.search), ...some })}`, { replace: !push })
    },
    [go, history, pathname],
  )
  return [query, change]
}

/**
 * What stands in a screen's search field, and a way to set it. It follows the address's `search` where that is changed
 * by others, such as the menu or the browser's Back; who sets it also writes the address.
 */
export function useTypedSearch(): [string, (typed: string) => void] {
  const { history } = useRouter()
  const [query] = useAddressState()
  const address = oneOf(query.search)
  const [typed, setTyped] = useState(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the address is looked at
  useEffect(() => {
    // What was rendered may be behind the typing; the history is not.
    const now = oneOf(readQuery(history.location.search).search)
    // The address keeps no spaces around the words; the field must not lose them meanwhile.
    setTyped((former) => (former.trim() === now.trim() ? former : now))
  }, [address, history])
  return [typed, setTyped]
}

/** What is searched for on a screen: the address keeps it under `search`, what is typed shows at once. */
export function useAddressSearch(): [string, (search: string) => void] {
  const [, change] = useAddressState()
  const [typed, setTyped] = useTypedSearch()
  const search = useCallback(
    (text: string) => {
      setTyped(text)
      change({ search: text.trim() || undefined })
    },
    [change, setTyped],
  )
  return [typed, search]
}

/** A query value as one text; the first of several. */
export const oneOf = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? ''

/** A query value as a list. */
export const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Whether an address names a record at all; anything else need not be asked for. */
export const isRecordId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
