import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Service } from '@rumbo/contract/services.contract'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useText } from '../ui/i18n.tsx'
import { oneLine } from '../ui/one-line.ts'
import { ServiceStatusChip } from '../ui/StatusChip.tsx'
import { useFixedRows } from '../ui/table/fixed-rows.ts'
import { moveBetweenRows } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { nextStopOf } from './next-stop.ts'

const rowPixels = 66

interface ServiceListProps {
  services: readonly Service[]
  chosenId: string | null
  onChoose: (serviceId: string) => void
  /** Receives the focus when the list disappears. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The pins of the map as a list; arrow keys move between rows. */
export function ServiceList({ services, chosenId, onChoose, focusAfter }: ServiceListProps) {
  const { t } = useText()
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => () => {
      if (scroller.current?.contains(document.activeElement)) focusAfter.current?.focus()
    },
    [focusAfter],
  )
  const [from, to] = useFixedRows(scroller, { count: services.length, rowPixels })
  return (
    <Box
      ref={scroller}
      onKeyDown={moveBetweenRows}
      sx={{ minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' }}
    >
      <Box
        component="ul"
        aria-label={t('liveMap.services.label')}
        sx={{ listStyle: 'none', m: 0, p: 0, position: 'relative', height: services.length * rowPixels }}
      >
        {services.slice(from, to).map((service, index) => (
          <li
            key={service.id}
            aria-setsize={services.length}
            aria-posinset={from + index + 1}
            style={{
              position: 'absolute',
              insetInline: 0,
              transform: `translateY(${(from + index) * rowPixels}px)`,
            }}
          >
            <ButtonBase
              data-row-open
              aria-pressed={service.id === chosenId}
              onClick={() => onChoose(service.id)}
              sx={{
                display: 'block',
                width: '100%',
                height: rowPixels,
                px: '14px',
                textAlign: 'left',
                borderTop: `1px solid ${token('line')}`,
                backgroundColor: service.id === chosenId ? token('primarySoft') : 'transparent',
                '&:hover': { backgroundColor: token('sunken') },
                '&.Mui-focusVisible': { outlineOffset: '-2px' },
              }}
            >
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
                <Box component="span" sx={{ typography: 'h2', fontWeight: 700 }}>
                  {service.serviceNumber}
                </Box>
                <ServiceStatusChip status={service.status} label={t(`services.status.${service.status}`)} />
              </Box>
              <Box
                component="span"
                sx={{ ...oneLine, display: 'block', typography: 'caption', color: token('textSoft') }}
              >
                {service.customerName} · {nextStopOf(service)?.stop.address}
              </Box>
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  )
}
