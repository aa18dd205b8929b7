// What all widgets stand on, in one file that the script tag fetches beside the first widget's own: a widget's static import of it
// alone would be found one round trip later.
import 'lit'
import '@lit/task'
import './contract/client.ts'
import './money.ts'
import './proxy.ts'
import './theme.styles.ts'
import './words.ts'
