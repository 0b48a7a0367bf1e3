import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useRef, useState } from 'react'
import { addresses } from '../addresses.ts'
import { AppLink } from '../app/navigation/address.tsx'
import { floatingLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { ServiceList } from './ServiceList.tsx'
import { maxServices, type ServicesOnMap } from './use-services-on-map.ts'

interface ServiceControlProps {
  shown: ServicesOnMap
  chosenId: string | null
  onChoose: (serviceId: string) => void
  /** Distance from the map's edges; anchored at the bottom it expands upwards. */
  place: { left: number; top: number } | { left: number; bottom: number }
}

/** Shows the number of services in view and in the fleet; expands to a list. */
export function ServiceControl({ shown, chosenId, onChoose, place }: ServiceControlProps) {
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { services, total, isOfView, ofFleet, isLoading, hasFailed } = shown
  const isCut = !isLoading && !hasFailed && total > maxServices
  const isListed = isOpen && services.length > 0
  if (isOpen && !isListed) setOpen(false)
  const canAct = hasFailed || total > 0
  const cutHint = () =>
    t(isOfView ? 'liveMap.services.cutInViewHint' : 'liveMap.services.cutHint', { shown: maxServices })
  const openWords = () => {
    if (isOfView && ofFleet === null)
      return total === 0
        ? t('liveMap.services.noneOfView')
        : isCut
          ? t('liveMap.services.cutOfView', { shown: services.length, total })
          : t('liveMap.services.countOfView', { count: services.length })
    if (ofFleet === null || ofFleet === 0)
      return total === 0
        ? t('liveMap.services.none')
        : isCut
          ? t('liveMap.services.cut', { shown: services.length, total })
          : t('liveMap.services.count', { count: services.length })
    if (total === ofFleet && !isCut) return t('liveMap.services.allInView', { count: services.length })
    const inView =
      total === 0
        ? t('liveMap.services.noneInView')
        : isCut
          ? t('liveMap.services.cutInView', { shown: services.length, total })
          : t('liveMap.services.inView', { count: services.length })
    return `${inView} · ${t('liveMap.services.ofFleet', { count: ofFleet })}`
  }
  const words = hasFailed
    ? t('liveMap.services.failed')
    : isLoading
      ? t('liveMap.services.loading')
      : openWords()
  // Without the counts, which change with every move of the map.
  const statusText = hasFailed || isLoading ? words : isCut ? cutHint() : ''
  const choose = (serviceId: string) => {
    // The list collapses, and closing the card returns the focus here.
    button.current?.focus()
    setOpen(false)
    onChoose(serviceId)
  }
  const foldOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isListed) return
    event.preventDefault()
    button.current?.focus()
    setOpen(false)
  }
  return (
    <Box
      onKeyDown={foldOnEscape}
      sx={{
        ...place,
        position: 'absolute',
        zIndex: isListed ? 6 : 3,
        maxHeight: 'min(460px, 60%)',
        width: isListed ? 320 : 'auto',
        maxWidth: `calc(100% - ${place.left + 8}px)`,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        ...floatingLook,
      }}
    >
      <span role="status" style={visuallyHidden}>
        {statusText}
      </span>
      <Button
        ref={button}
        size="small"
        color="inherit"
        aria-disabled={!canAct}
        aria-expanded={hasFailed || !canAct ? undefined : isListed}
        disableRipple={!canAct}
        onClick={hasFailed ? shown.retry : canAct ? () => setOpen(!isListed) : undefined}
        endIcon={
          canAct &&
          (hasFailed ? (
            <RefreshRounded />
          ) : isListed === 'bottom' in place ? (
            <ExpandMoreRounded />
          ) : (
            <ExpandLessRounded />
          ))
        }
        sx={{
          flex: 'none',
          justifyContent: 'space-between',
          px: '12px',
          textAlign: 'left',
          '&.Mui-focusVisible': { outlineOffset: '-2px' },
          '&[aria-disabled=true]': { cursor: 'default', '&:hover': { backgroundColor: 'transparent' } },
        }}
      >
        {words}
      </Button>
      {isListed && isCut && (
        <Box sx={{ p: '2px 14px 10px', typography: 'body2', color: token('textSoft') }}>
          {cutHint()} <AppLink to={addresses.services()}>{t('liveMap.services.rest')}</AppLink>
        </Box>
      )}
      {isListed && (
        <ServiceList services={services} chosenId={chosenId} onChoose={choose} focusAfter={button} />
      )}
    </Box>
  )
}
