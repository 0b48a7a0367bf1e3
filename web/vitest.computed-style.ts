// After each change of the page the simulated browser computes every property of every element anew, which took four
// tenths of the component tests' time. Queries by role and clicks ask for three properties only: these are answered
// here, by the same cascade over the rules that name them; every other property stays the simulated browser's answer.
import { Window as BareWindow } from 'happy-dom'

const properties = ['display', 'visibility', 'pointer-events'] as const
type Property = (typeof properties)[number]
const namesInScript = new Map<PropertyKey, Property>([
  ...properties.map((name) => [name, name] as const),
  ['pointerEvents', 'pointer-events'],
])

interface Rule {
  selector: string
  /** Specificity first, then the place in the page: the greater wins. */
  weight: number
  media: readonly string[]
  style: CSSStyleDeclaration
}
/** Rules by a class that the element must have; under the empty name those that may hold for any. */
type Rules = Map<string, Rule[]>

const neededClass = /\.([\w-]+)(?:\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?|\.[\w-]+)*$/
const weighed: readonly (readonly [pattern: RegExp, weight: number])[] = [
  [/#[\w-]+/g, 1e10],
  [/\.[\w-]+|\[[^\]]*\]|(?<!:):(?!not\b|is\b|where\b)[\w-]+/g, 1e8],
  [/(?:^|[\s>+~(])[a-z][\w-]*|::[\w-]+/gi, 1e6],
]
const important = 1e14
const inline = 1e12
/** Commas within brackets, as of `:is(a, b)`, separate no selectors. */
const betweenSelectors = /,(?![^(]*\))/

function collect(rules: Rules, list: CSSRuleList, media: readonly string[], place: { last: number }): void {
  for (const rule of list)
    if (rule instanceof CSSMediaRule) collect(rules, rule.cssRules, [...media, rule.conditionText], place)
    else if (rule instanceof CSSSupportsRule) {
      if (CSS.supports(rule.conditionText)) collect(rules, rule.cssRules, media, place)
    } else if (rule instanceof CSSStyleRule && properties.some((name) => rule.style.getPropertyValue(name))) {
      place.last += 1
      for (const selector of rule.selectorText.split(betweenSelectors).map((one) => one.trim())) {
        const name = neededClass.exec(selector)?.[1] ?? ''
        const specificity = weighed.reduce(
          (sum, [pattern, weight]) => sum + weight * (selector.match(pattern)?.length ?? 0),
          0,
        )
        const known = rules.get(name) ?? []
        known.push({ selector, weight: specificity + place.last, media, style: rule.style })
        rules.set(name, known)
      }
    }
}

/** The value that the page's rules and the element's own style give it, empty where they say nothing. */
function declared(element: Element, name: Property, rules: Rules): string {
  let value = ''
  let heaviest = -1
  const consider = (style: CSSStyleDeclaration, weight: number) => {
    const offered = style.getPropertyValue(name)
    const whole = weight + (style.getPropertyPriority(name) === 'important' ? important : 0)
    if (!offered || whole < heaviest) return
    value = offered
    heaviest = whole
  }
  for (const known of ['', ...(element.getAttribute('class')?.split(/\s+/) ?? [])])
    for (const { selector, weight, media, style } of rules.get(known) ?? [])
      if (element.matches(selector) && media.every((query) => window.matchMedia(query).matches))
        consider(style, weight)
  if (element instanceof HTMLElement && element.hasAttribute('style')) consider(element.style, inline)
  return value
}

/** How elements of a tag are shown where no rule says so: asked once each, of an empty page. */
function createDefaults(): (element: Element) => string {
  const bare = new BareWindow()
  const known = new Map<string, string>()
  return ({ tagName }) => {
    const found = known.get(tagName)
    if (found !== undefined) return found
    const element = bare.document.createElement(tagName)
    bare.document.body.append(element)
    const { display } = bare.getComputedStyle(element)
    element.remove()
    known.set(tagName, display)
    return display
  }
}

let isHastened = false

/** Puts the fast answer for the three properties before the page's own `getComputedStyle`, once for all files. */
export function hastenComputedStyle(): void {
  if (isHastened) return
  isHastened = true
  const original = window.getComputedStyle.bind(window)
  const defaultDisplay = createDefaults()
  let rules: Rules | null = null
  const observer = new MutationObserver(() => {
    rules = null
  })
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })

  const currentRules = (): Rules => {
    if (observer.takeRecords().length === 0 && rules) return rules
    const read: Rules = new Map()
    const place = { last: 0 }
    for (const { sheet } of document.querySelectorAll('style'))
      if (sheet) collect(read, sheet.cssRules, [], place)
    rules = read
    return read
  }
  const compute = (element: Element, name: Property): string => {
    const all = currentRules()
    if (name === 'display') return declared(element, name, all) || defaultDisplay(element)
    for (let at: Element | null = element; at; at = at.parentElement) {
      const value = declared(at, name, all)
      if (value && value !== 'inherit') return value
    }
    return ''
  }
  window.getComputedStyle = (element, pseudo) => {
    const style = original(element, pseudo)
    if (pseudo || !element.isConnected) return style
    // Of an empty object: one of the style itself would have the engine compare each answer with the slow one.
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, asked) => {
        const name = namesInScript.get(asked)
        if (name) return compute(element, name)
        if (asked === 'getPropertyValue')
          return (one: string) =>
            namesInScript.has(one) ? compute(element, one as Property) : style.getPropertyValue(one)
        const value: unknown = Reflect.get(style, asked)
        return typeof value === 'function' ? value.bind(style) : value
      },
    })
  }
}
