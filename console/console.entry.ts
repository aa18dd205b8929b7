// Before anything that brings a copy of Lit: the policy of the page allows one policy named "lit-html".
import '../src/page/trusted-types.ts'
import './page/components.ts'
import './console-app.ts'
