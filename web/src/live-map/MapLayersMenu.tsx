import CheckBoxOutlineBlankRounded from '@mui/icons-material/CheckBoxOutlineBlankRounded'
import CheckBoxRounded from '@mui/icons-material/CheckBoxRounded'
import LayersOutlined from '@mui/icons-material/LayersOutlined'
import { useState } from 'react'
import { MapControl } from '../map/MapControls.tsx'
import { ChoiceMenu } from '../ui/fields/ChoiceMenu.tsx'
import { useText } from '../ui/i18n.tsx'
import type { MapLayer } from './layers.ts'

interface MapLayersMenuProps {
  layers: readonly MapLayer[]
  onChange: (layers: MapLayer[]) => void
  /** Layers this user may see. */
  offered: readonly MapLayer[]
  hasChosen: boolean
}

/** Chooses additional layers of the map. */
export function MapLayersMenu({ layers, onChange, offered, hasChosen }: MapLayersMenuProps) {
  const { t } = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const switchLayer = (layer: MapLayer) =>
    onChange(layers.includes(layer) ? layers.filter((each) => each !== layer) : [...layers, layer])
  return (
    <>
      <MapControl
        label={t('liveMap.layers.label')}
        onClick={(event) => setAnchor(event.currentTarget)}
        isPressed={layers.length > 0}
      >
        <LayersOutlined />
      </MapControl>
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t('liveMap.layers.label')}
        items={offered.map((layer) => ({
          label: t(`liveMap.layers.${layer}`),
          icon: layers.includes(layer) ? <CheckBoxRounded /> : <CheckBoxOutlineBlankRounded />,
          isChecked: layers.includes(layer),
          isToggle: true,
          onChoose: () => switchLayer(layer),
          lockedReason:
            layer === 'trail' && !hasChosen && !layers.includes('trail')
              ? t('liveMap.layers.trailHint')
              : undefined,
        }))}
      />
    </>
  )
}
