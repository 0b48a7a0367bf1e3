import { useEffect, useRef, useState } from 'react'
import type { MenuGroup, MenuItem } from './menu.ts'

const key = 'rumbo.menuGroups'
type GroupName = NonNullable<MenuGroup['labelKey']>
type Choices = Partial<Record<GroupName, boolean>>

/** Groups of administration, closed at first in a menu that is longer than a window. */
const closedInLongMenus: readonly GroupName[] = [
  'shell.group.business',
  'shell.group.system',
  'shell.group.configuration',
]
const maxItemsAllOpen = 16

/** The stored choices; missing or damaged ones are ignored. */
function stored(): Choices {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'boolean'))
  } catch {
    return {}
  }
}

/** The browser may refuse storage; the choices then last until the page is closed. */
function store(choices: Choices): void {
  try {
    localStorage.setItem(key, JSON.stringify(choices))
  } catch {
    return
  }
}

/** Which groups of the menu are open. What the user opens and closes is stored in this browser. */
export function useMenuGroups(groups: readonly MenuGroup[], current: MenuItem | null) {
  const [choices, setChoices] = useState(stored)
  const isLong = groups.reduce((sum, group) => sum + group.items.length, 0) > maxItemsAllOpen
  const holds = (group: MenuGroup) => current !== null && group.items.includes(current)
  const isOpen = (group: MenuGroup): boolean =>
    group.labelKey === null ||
    (choices[group.labelKey] ?? (!isLong || !closedInLongMenus.includes(group.labelKey) || holds(group)))

  const choose = (name: GroupName, open: boolean) =>
    setChoices((all) => {
      const after = { ...all, [name]: open }
      store(after)
      return after
    })
  const toggle = (group: MenuGroup) => {
    if (group.labelKey !== null) choose(group.labelKey, !isOpen(group))
  }

  // Going to a screen opens its group; a reload keeps a group that the user closed.
  const currentKey = current?.labelKey
  const before = useRef<MenuItem['labelKey'] | undefined>(undefined)
  useEffect(() => {
    const isFirst = before.current === undefined
    if (before.current === currentKey) return
    before.current = currentKey
    const name = groups.find((one) => one.items.some((item) => item.labelKey === currentKey))?.labelKey
    if (name == null) return
    setChoices((all) => {
      if (all[name] === true || (isFirst && all[name] === false)) return all
      const after = { ...all, [name]: true }
      store(after)
      return after
    })
  }, [currentKey, groups])

  return { isOpen, toggle, holds }
}
