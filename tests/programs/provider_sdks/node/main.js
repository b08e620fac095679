// The provider of the conformance suite, in JavaScript: objects that are files.
import { serve } from "lumi-sdk/provider";
import { Conformance } from "./conformance.js";

serve(new Conformance());
