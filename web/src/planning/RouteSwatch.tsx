import Box from '@mui/material/Box'
import { routeTokens, token } from '../ui/theme/tokens.ts'
import { colourOf, styleOf } from './route-view.rules.ts'

/** The colour of a route as a CSS value. */
export const routeColour = (index: number): string => token(routeTokens[colourOf(index)] ?? 'route1')

/** The line of a route as a background: solid, dashed or dotted along `direction`. */
export function routeLine(index: number, direction: 'to right' | 'to bottom'): string {
  const colour = routeColour(index)
  const style = styleOf(index)
  if (style === 'solid') return colour
  const [on, off] = style === 'dashed' ? [8, 12] : [3, 6]
  return `repeating-linear-gradient(${direction}, ${colour} 0 ${on}px, transparent ${on}px ${off}px)`
}

/** The colour and style of a route beside its name. */
export function RouteSwatch({ index, isIdle = false }: { index: number; isIdle?: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flex: 'none',
        width: 5,
        height: 28,
        borderRadius: '3px',
        background: isIdle ? token('line') : routeLine(index, 'to bottom'),
      }}
    />
  )
}
