import MuiLink, { type LinkProps } from '@mui/material/Link'
import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router'
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type AddressState, queryString, readQuery } from '../../addresses.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string
    /** The entry before is the same screen, one pane or step earlier. */
    isStep?: boolean
    /** The name in the address that this entry added to the one before. */
    opened?: string
  }
}

/**
 * Returns a function that navigates to an address of the application, created by `addresses`. `email` is handed to the
 * next screen in the history entry, because addresses appear in logs.
 */
export function useGo(): (
  address: string,
  options?: { replace?: boolean; ignoreBlocker?: boolean } & Pick<
    HistoryState,
    'email' | 'isStep' | 'opened'
  >,
) => void {
  const router = useRouter()
  return useCallback(
    (address, { replace = false, ignoreBlocker = false, email, isStep, opened } = {}) => {
      const state = email === undefined && !isStep ? undefined : { email, isStep, opened }
      if (replace) router.history.replace(address, state, { ignoreBlocker })
      else router.history.push(address, state, { ignoreBlocker })
    },
    [router],
  )
}

/** The e-mail address that the previous screen handed over; an empty string without one. */
export const useHandedEmail = (): string => useLocation().state.email ?? ''

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
}

/** An anchor that navigates within the application; opening it in a new tab works as usual. For MUI's `component`. */
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

/** A link in the product's colours to an address created by `addresses`. */
export function AppLink(props: Omit<LinkProps, 'href' | 'component'> & { to: string }) {
  return <MuiLink component={Anchor} {...props} />
}

type Query = Readonly<Record<string, string | string[]>>

/** @param options `opened`: the name that closing takes back, see `useAddressStep`; an empty string for none */
type ChangeAddress = (change: AddressState, options?: { push?: boolean; opened?: string }) => void

/**
 * The state of a screen in the query of its address (repeated names are lists), and a function to change part of it.
 * `undefined` or an empty string removes a name. Changes replace the history entry unless `push` is set; they have no
 * effect once another screen is open.
 */
export function useAddressState(): [Query, ChangeAddress] {
  const { pathname, searchStr } = useLocation()
  const { history } = useRouter()
  const go = useGo()
  const query = useMemo(() => readQuery(searchStr), [searchStr])
  const change = useCallback(
    (some: AddressState, { push = false, opened }: { push?: boolean; opened?: string } = {}) => {
      // A second change may happen before the first is rendered.
      const { location } = history
      // A late answer must not navigate back to a screen the user has left.
      if (location.pathname !== pathname) return
      go(`${pathname}${queryString({ ...readQuery(location.search), ...some })}`, {
        replace: !push,
        // The screen stays open, with what is typed in it.
        ignoreBlocker: true,
        isStep: push || location.state.isStep,
        opened: opened ?? (push ? undefined : location.state.opened),
      })
    },
    [go, history, pathname],
  )
  return [query, change]
}

/**
 * Returns a function that undoes the last `push` of a screen's state, as the browser's Back does. Where there was none, as after
 * opening a link, it calls `otherwise`.
 */
export function useStepBack(): (otherwise: () => void) => void {
  const { history } = useRouter()
  const left = useRef<unknown>(null)
  return useCallback(
    (otherwise) => {
      const { location } = history
      // The browser goes back a moment later; a second press must not leave the screen.
      if (left.current === location) return
      if (!location.state.isStep) return otherwise()
      left.current = location
      history.back({ ignoreBlocker: true })
    },
    [history],
  )
}

/** An entry of the history that shows the same as the one before, for what is opened next. */
const spare = '-'

export interface AddressStep {
  /** An empty string where it is closed. */
  value: string
  /** Another value where it is open already is no further step. */
  open: (value: string, other?: AddressState) => void
  /** As Back does where opening was the last step. */
  close: () => void
  /** Closes it where something else opens in its place, as one step. */
  giveWay: () => void
}

/**
 * What a screen opens beside or over itself, kept in its address by this name: opening it is a step of the browser's history.
 * @param within names that close with it
 */
export function useAddressStep(name: string, within: readonly string[] = noNames): AddressStep {
  const [query, change] = useAddressState()
  const { history } = useRouter()
  const stepBack = useStepBack()
  const steps = useMemo(() => {
    // What is rendered may be older than the address.
    const present = () => oneOf(readQuery(history.location.search)[name])
    const nothing: AddressState = Object.fromEntries([name, ...within].map((one) => [one, undefined]))
    return {
      open: (value: string, other: AddressState = {}) => {
        const before = present()
        if (before === value) return
        const { opened } = history.location.state
        const some = { ...other, [name]: value }
        if (before === '') change(some, { push: opened !== spare, opened: name })
        else change(some, opened === name ? {} : { opened: '' })
      },
      close: () => {
        if (present() === '') return
        const take = () => change(nothing, { opened: '' })
        if (history.location.state.opened === name) stepBack(take)
        else take()
      },
      giveWay: () => {
        if (present() === '') return
        change(nothing, { opened: history.location.state.opened === name ? spare : '' })
      },
    }
  }, [history, change, stepBack, name, within])
  return { value: oneOf(query[name]), ...steps }
}
const noNames: readonly string[] = []

/**
 * The text of a screen's search field, and a function to set it, which also writes it to the address. The text
 * follows the `search` of the address when something else changes it, such as the menu or the browser's Back.
 */
export function useTypedSearch(): [string, (typed: string) => void] {
  const { history } = useRouter()
  const [query] = useAddressState()
  const address = oneOf(query.search)
  const [typed, setTyped] = useState(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs at each change of the address
  useEffect(() => {
    // The rendered value may be older than what was typed; the history is up to date.
    const now = oneOf(readQuery(history.location.search).search)
    // The address keeps no spaces around the words; the field must keep them while typing.
    setTyped((former) => (former.trim() === now.trim() ? former : now))
  }, [address, history])
  return [typed, setTyped]
}

/** The search text of a screen: kept in the address as `search`, shown at once while typing. */
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

/** A query value as one string; the first of several. */
export const oneOf = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? ''

/** A query value as a list. */
export const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Whether an address contains a valid record id; others need not be requested. */
export const isRecordId = (text: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)
