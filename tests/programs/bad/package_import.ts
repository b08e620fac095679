import _ from "lodash";
_.x();
